#include "pj/nn/linear.h"

#include <cmath>

#include "pj/nn/init.h"
#include "pj/ops/linear.h"

namespace pj {

Linear::Linear(index_t in, index_t out, bool bias, Stream& stream) {
  require<ValueError>(in >= 1 && out >= 1, "Linear: sizes must be at least 1, got ", in, " and ",
                      out);
  const double bound = 1 / std::sqrt(static_cast<double>(in));
  weight_ = uniform_parameter({out, in}, bound, stream);
  if (bias) bias_ = uniform_parameter({out}, bound, stream);
}

Variable Linear::operator()(const Variable& x) const { return linear(x, weight_, bias_); }

void Linear::list_parameters(const std::string& prefix, Parameters& out) const {
  out.push_back({prefix + "weight", weight_});
  if (bias_.defined()) out.push_back({prefix + "bias", bias_});
}

}  // namespace pj
