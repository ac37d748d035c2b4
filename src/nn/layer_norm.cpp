#include "pj/nn/layer_norm.h"

#include "pj/nn/init.h"
#include "pj/ops/layer_norm.h"

namespace pj {

LayerNorm::LayerNorm(index_t dim) {
  require<ValueError>(dim >= 1, "LayerNorm: dim must be at least 1, got ", dim);
  weight_ = constant_parameter({dim}, 1);
  bias_ = constant_parameter({dim}, 0);
}

Variable LayerNorm::operator()(const Variable& x) const { return layer_norm(x, weight_, bias_); }

void LayerNorm::list_parameters(const std::string& prefix, Parameters& out) const {
  out.push_back({prefix + "weight", weight_});
  out.push_back({prefix + "bias", bias_});
}

}  // namespace pj
