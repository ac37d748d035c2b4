#include "pj/nn/init.h"

namespace pj {

Variable uniform_parameter(const Shape& shape, double bound, Stream& stream) {
  require<ValueError>(bound >= 0, "uniform_parameter: bound must not be negative, got ", bound);
  Tensor x = Tensor::empty(shape);
  for (real& value : x.values()) value = static_cast<real>(stream.uniform(-bound, bound));
  return Variable(x, true);
}

Variable normal_parameter(const Shape& shape, double std, Stream& stream) {
  require<ValueError>(std >= 0, "normal_parameter: std must not be negative, got ", std);
  Tensor x = Tensor::empty(shape);
  for (real& value : x.values()) value = static_cast<real>(std * stream.normal());
  return Variable(x, true);
}

Variable constant_parameter(const Shape& shape, double value) {
  return Variable(Tensor::full(shape, static_cast<real>(value)), true);
}

}  // namespace pj
