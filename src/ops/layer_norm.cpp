#include "pj/ops/layer_norm.h"

#include <cmath>

#include "rows.h"

namespace pj {
namespace {

struct RowStatistics {
  real mean, inverse_std;
};

RowStatistics row_statistics(const real* x, index_t C, double eps) {
  double sum = 0.0, squares = 0.0;
#pragma omp simd reduction(+ : sum)
  for (index_t c = 0; c < C; ++c) sum += static_cast<double>(x[c]);
  const double mean = sum / static_cast<double>(C);
#pragma omp simd reduction(+ : squares)
  for (index_t c = 0; c < C; ++c) {
    const double from_mean = static_cast<double>(x[c]) - mean;
    squares += from_mean * from_mean;
  }
  const double variance = squares / static_cast<double>(C);
  return {static_cast<real>(mean), static_cast<real>(1 / std::sqrt(variance + eps))};
}

/// dx += (g - mean g - z mean(g z)) inverse_std with g = weight dy, in the row that begins at `at`
void backward_row(const GradSum& dx, index_t at, const real* dy, const real* x, const real* weight,
                  RowStatistics row, index_t C) {
  double sum_g = 0.0, sum_gz = 0.0;
#pragma omp simd reduction(+ : sum_g, sum_gz)
  for (index_t c = 0; c < C; ++c) {
    const real g = weight[c] * dy[c], z = (x[c] - row.mean) * row.inverse_std;
    sum_g += static_cast<double>(g);
    sum_gz += static_cast<double>(g) * static_cast<double>(z);
  }
  const real mean_g = static_cast<real>(sum_g / static_cast<double>(C));
  const real mean_gz = static_cast<real>(sum_gz / static_cast<double>(C));
  dx.put(at, at + C, [=](index_t i) {
    const index_t c = i - at;
    const real g = weight[c] * dy[c], z = (x[c] - row.mean) * row.inverse_std;
    return (g - mean_g - z * mean_gz) * row.inverse_std;
  });
}

/// The first C sums += dy z, the next C += dy
void add_parameter_row(double* sums, const real* dy, const real* x, RowStatistics row, index_t C) {
  for (index_t c = 0; c < C; ++c) {
    const real z = (x[c] - row.mean) * row.inverse_std;
    sums[c] += static_cast<double>(dy[c] * z);
    sums[C + c] += static_cast<double>(dy[c]);
  }
}

}  // namespace

Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias, double eps) {
  require<ShapeError>(x.shape().rank() >= 1 && x.dim(-1) > 0 &&
                          weight.shape() == Shape{x.dim(-1)} && bias.shape() == weight.shape(),
                      "layer_norm: weight and bias must have the size of x's last dimension, got ",
                      weight.shape(), " and ", bias.shape(), " for ", x.shape());
  require<ValueError>(eps >= 0, "layer_norm: eps must not be negative, got ", eps);
  const Tensor xv = x.value(), w = weight.value(), b = bias.value();
  const index_t C = w.size(), rows = num_rows(xv);
  Tensor y = Tensor::empty(xv.shape());
  Scratch<RowStatistics> statistics(rows);
  for_each_row(rows, C, [&](index_t at) {
    const real* from = xv.data() + at * C;
    real* to = y.data() + at * C;
    const RowStatistics row = row_statistics(from, C, eps);
    statistics[at] = row;
    for (index_t c = 0; c < C; ++c)
      to[c] = w.data()[c] * ((from[c] - row.mean) * row.inverse_std) + b.data()[c];
  });
  const auto backward = [xv, w, C, rows, statistics](const Tensor& dy, const GradInputs& din) {
    const GradSum dx = din.write(0);
    const auto sums = sum_over_rows(rows, 2 * C, [&](index_t at, double* row_sums) {
      const real *from = xv.data() + at * C, *dy_row = dy.data() + at * C;
      const RowStatistics row = statistics[at];
      add_parameter_row(row_sums, dy_row, from, row, C);
      if (dx) backward_row(dx, at * C, dy_row, from, w.data(), row, C);
    });
    if (Tensor* dweight = din[1]) add_sums(*dweight, sums.data());
    if (Tensor* dbias = din[2]) add_sums(*dbias, sums.data() + C);
  };
  return record("layer_norm", y, {x, weight, bias}, backward);
}

}  // namespace pj
