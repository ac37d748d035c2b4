#include "pj/ops/reduce.h"

#include <numeric>
#include <vector>

#include "axis.h"
#include "pj/ops/arithmetic.h"
#include "rows.h"

namespace pj {
namespace {

double sum_range(const real* x, index_t begin, index_t end) {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (index_t i = begin; i < end; ++i) sum += static_cast<double>(x[i]);
  return sum;
}

/// Partial sums over fixed ranges, then the ranges in order.
double sum_all(const Tensor& x) {
  constexpr index_t kSize = 16384;
  Scratch<double> partial(num_chunks(x.size(), kSize));
  for_each_chunk(
      x.size(),
      [&](index_t begin, index_t end) { partial[begin / kSize] = sum_range(x.data(), begin, end); },
      kSize);
  return std::accumulate(partial.data(), partial.data() + partial.size(), 0.0);
}

/// y[o,i] = sum_n x[o,n,i]
void sum_forward(Tensor& y, const Tensor& x, const TensorAxis& axis) {
  const auto run = [&](index_t begin, index_t end) {
    Scratch<double> sums(axis.inner);
    for (index_t o = begin; o < end; ++o) {
      const real* from = x.data() + o * axis.size * axis.inner;
      real* to = y.data() + o * axis.inner;
      if (axis.inner == 1) {
        *to = static_cast<real>(sum_range(from, 0, axis.size));
        continue;
      }
      std::fill_n(sums.data(), axis.inner, 0.0);
      for (index_t n = 0; n < axis.size; ++n, from += axis.inner)
        for (index_t i = 0; i < axis.inner; ++i) sums[i] += static_cast<double>(from[i]);
      for (index_t i = 0; i < axis.inner; ++i) to[i] = static_cast<real>(sums[i]);
    }
  };
  for_each_chunk(axis.outer, run, rows_per_chunk(axis.size * axis.inner));
}

/// dx[o,n,i] += dy[o,i]
void sum_backward(Tensor& dx, const Tensor& dy, const TensorAxis& axis) {
  for_each_row(axis.outer, axis.size * axis.inner, [&](index_t o) {
    const real* from = dy.data() + o * axis.inner;
    real* to = dx.data() + o * axis.size * axis.inner;
    for (index_t n = 0; n < axis.size; ++n, to += axis.inner)
      for (index_t i = 0; i < axis.inner; ++i) to[i] += from[i];
  });
}

Shape without(const Shape& shape, index_t at) {
  std::vector<index_t> sizes(shape.sizes().begin(), shape.sizes().end());
  sizes.erase(sizes.begin() + at);
  return Shape(std::span<const index_t>(sizes));
}

Variable divide_by_count(const Variable& total, index_t count, const Shape& shape) {
  require<ValueError>(count > 0, "mean: there must be numbers to average, got shape ", shape);
  return scale(total, 1.0 / static_cast<double>(count));
}

}  // namespace

Variable sum(const Variable& x) {
  const Tensor y = Tensor::full({}, static_cast<real>(sum_all(x.value())));
  return record("sum", y, {x}, [](const Tensor& dout, const GradInputs& din) {
    Tensor* dx = din[0];
    if (dx == nullptr) return;
    const real d = dout.item();
    for_each_chunk(dx->size(), [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i) dx->data()[i] += d;
    });
  });
}

Variable mean(const Variable& x) { return divide_by_count(sum(x), x.shape().size(), x.shape()); }

Variable sum(const Variable& x, index_t axis, bool keep_dim) {
  const TensorAxis along("sum", x.shape(), axis);
  const Shape kept = with_size(x.shape(), along.at, 1);
  Tensor y = Tensor::empty(keep_dim ? kept : without(kept, along.at));
  sum_forward(y, x.value(), along);
  return record("sum", y, {x}, [along](const Tensor& dout, const GradInputs& din) {
    if (Tensor* dx = din[0]) sum_backward(*dx, dout, along);
  });
}

Variable mean(const Variable& x, index_t axis, bool keep_dim) {
  const TensorAxis along("mean", x.shape(), axis);
  return divide_by_count(sum(x, axis, keep_dim), along.size, x.shape());
}

}  // namespace pj
