#include "pj/nn/embedding.h"

#include "pj/nn/init.h"
#include "pj/ops/embedding.h"

namespace pj {

Embedding::Embedding(index_t vocab, index_t dim, Stream& stream) {
  require<ValueError>(vocab >= 1 && dim >= 1, "Embedding: sizes must be at least 1, got ", vocab,
                      " and ", dim);
  weight_ = normal_parameter({vocab, dim}, 1, stream);
}

Variable Embedding::operator()(std::span<const std::int32_t> tokens,
                               const Shape& token_shape) const {
  return embedding(weight_, tokens, token_shape);
}

void Embedding::list_parameters(const std::string& prefix, Parameters& out) const {
  out.push_back({prefix + "weight", weight_});
}

}  // namespace pj
