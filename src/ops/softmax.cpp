#include "pj/ops/softmax.h"

#include <algorithm>
#include <limits>

#include "pj/tensor/chunks.h"
#include "pj/tensor/fast_exp.h"
#include "rows.h"

namespace pj {
namespace {

void softmax_row(real* y, const real* x, const real* enabled, index_t N) {
  real largest = -std::numeric_limits<real>::infinity();
#pragma omp simd reduction(max : largest)
  for (index_t i = 0; i < N; ++i) largest = enabled[i] != 0 && x[i] > largest ? x[i] : largest;
  double total = 0.0;
#pragma omp simd reduction(+ : total)
  for (index_t i = 0; i < N; ++i) {
    y[i] = enabled[i] != 0 ? fast_exp(x[i] - largest) : real(0);
    total += static_cast<double>(y[i]);
  }
  const real factor = static_cast<real>(1 / total);
  for (index_t i = 0; i < N; ++i) y[i] *= factor;
}

void softmax_backward_row(real* dx, const real* y, const real* dy, index_t N) {
  double dot = 0.0;
#pragma omp simd reduction(+ : dot)
  for (index_t i = 0; i < N; ++i) dot += static_cast<double>(y[i]) * static_cast<double>(dy[i]);
  const real mean = static_cast<real>(dot);
  for (index_t i = 0; i < N; ++i) dx[i] += y[i] * (dy[i] - mean);
}

}  // namespace

Variable softmax(const Variable& x) {
  require<ShapeError>(x.shape().rank() >= 1, "softmax: x must have a dimension, got ", x.shape());
  return softmax(x, Tensor::full({x.dim(-1)}, 1));
}

Variable softmax(const Variable& x, const Tensor& enabled) {
  require<ShapeError>(x.shape().rank() >= 1 && enabled.shape() == Shape{x.dim(-1)},
                      "softmax: enabled must have the size of x's last dimension, got ",
                      enabled.shape(), " and ", x.shape());
  const index_t N = enabled.size();
  const auto flags = enabled.values();
  require<ValueError>(
      N == 0 || std::any_of(flags.begin(), flags.end(), [](real e) { return e != 0; }),
      "softmax: enabled must hold a 1, got ", N, " zeros");
  Tensor y = Tensor::empty(x.shape());
  for_each_row(num_rows(y), N, [&, from = x.value().data()](index_t row) {
    softmax_row(y.data() + row * N, from + row * N, enabled.data(), N);
  });
  return record("softmax", y, {x}, [y, N](const Tensor& dy, const GradInputs& din) {
    if (Tensor* dx = din[0])
      for_each_row(num_rows(y), N, [&](index_t row) {
        const index_t at = row * N;
        softmax_backward_row(dx->data() + at, y.data() + at, dy.data() + at, N);
      });
  });
}

}  // namespace pj
