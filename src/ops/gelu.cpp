#include "pj/ops/gelu.h"

#include "pj/tensor/chunks.h"
#include "vector_math.h"

namespace pj {

Variable gelu(const Variable& x) {
  const Tensor xv = x.value();
  Tensor y = Tensor::empty(xv.shape());
  for_each_chunk(y.size(), [from = xv.data(), to = y.data()](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) to[i] = from[i] * standard_normal(from[i]).integral;
  });
  return record("gelu", y, {x}, [xv](const Tensor& dout, const GradInputs& din) {
    const GradSum dx = din.write(0);
    if (!dx) return;
    const auto slope = [at = xv.data(), dy = dout.data()](index_t i) {
      const Normal<real> normal = standard_normal(at[i]);
      return (normal.integral + at[i] * normal.density) * dy[i];
    };
    for_each_chunk(xv.size(), [&](index_t begin, index_t end) { dx.put(begin, end, slope); });
  });
}

}  // namespace pj
