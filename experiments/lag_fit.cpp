#include "experiments/lag_fit.h"

#include <cmath>
#include <numeric>

#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr std::complex<double> kCosine{1.0, 0.0}, kSine{0.0, -1.0};

struct Moments {
  double mean, deviation;
};

Moments moments(std::span<const double> x) {
  const auto n = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : x) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1))};
}

/// Kernels of lags 0..num_lags-1, a column each, and a last column of ones.
ColumnMatrix design(const KernelBasis& basis, index_t num_lags, double train_len, double omega) {
  const index_t size = basis.size();
  ColumnMatrix x(num_lags, size + 1);
  for (index_t d = 0; d < num_lags; ++d) {
    const std::vector<double> row = basis.at(static_cast<double>(d), train_len, omega);
    for (index_t j = 0; j < size; ++j)
      x.column(j)[static_cast<std::size_t>(d)] = row[static_cast<std::size_t>(j)];
  }
  for (double& one : x.column(size)) one = 1.0;
  return x;
}

void standardise(ColumnMatrix& x, std::span<const double> mean, std::span<const double> deviation) {
  for (std::size_t j = 0; j < mean.size(); ++j)
    for (double& value : x.column(static_cast<index_t>(j)))
      value = (value - mean[j]) / deviation[j];
}

}  // namespace

index_t KernelBasis::size() const {
  return (jets == Jets::kNone ? 0 : 2 * (max_order + 1)) + (affine ? 1 : 0);
}

std::vector<double> KernelBasis::at(double lag, double train_len, double omega) const {
  std::vector<double> row;
  for (const std::complex<double>& zeta : {kCosine, kSine}) {
    for (int r = 0; jets != Jets::kNone && r <= max_order; ++r)
      row.push_back(jets == Jets::kFj ? fj_kernel(r, lag, train_len, omega, damping, zeta)
                                      : lc_kernel(r, lag, train_len, omega, zeta));
  }
  if (affine) row.push_back(affine_coordinate(*affine, lag, train_len));
  return row;
}

LagFit::LagFit(const KernelBasis& basis, index_t train_len, double omega,
               std::span<const std::vector<double>> targets)
    : basis_(basis),
      train_len_(train_len),
      omega_(omega),
      fit_{ColumnMatrix(0, 0), {}},
      condition_number_(1.0) {
  ColumnMatrix x = design(basis_, train_len, static_cast<double>(train_len), omega);
  for (index_t j = 0; j < basis_.size(); ++j) {
    const Moments column = moments(x.column(j));
    mean_.push_back(column.mean);
    deviation_.push_back(column.deviation);
  }
  standardise(x, mean_, deviation_);
  ColumnMatrix y(train_len, static_cast<index_t>(targets.size()));
  for (std::size_t k = 0; k < targets.size(); ++k) {
    require<ShapeError>(static_cast<index_t>(targets[k].size()) == train_len,
                        "LagFit: a target must have ", train_len, " lags, got ", targets[k].size());
    std::copy(targets[k].begin(), targets[k].end(), y.column(static_cast<index_t>(k)).begin());
  }
  fit_ = least_squares(x, y);
  condition_number_ = pj::condition_number(fit_.singular_values);
}

std::vector<double> LagFit::predict(std::size_t k, index_t num_lags) const {
  ColumnMatrix x = design(basis_, num_lags, static_cast<double>(train_len_), omega_);
  standardise(x, mean_, deviation_);
  std::vector<double> y(static_cast<std::size_t>(num_lags), 0.0);
  const std::span<const double> weights = fit_.solution.column(static_cast<index_t>(k));
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const std::span<const double> column = x.column(static_cast<index_t>(j));
    for (std::size_t d = 0; d < y.size(); ++d) y[d] += weights[j] * column[d];
  }
  return y;
}

FitQuality fit_quality(std::span<const double> values, std::span<const double> target) {
  require<ShapeError>(values.size() == target.size() && !target.empty(),
                      "fit_quality: both must have one length, got ", values.size(), " and ",
                      target.size());
  const double mean =
      std::accumulate(target.begin(), target.end(), 0.0) / static_cast<double>(target.size());
  double error = 0.0, total = 0.0;
  for (std::size_t d = 0; d < target.size(); ++d) {
    error += (values[d] - target[d]) * (values[d] - target[d]);
    total += (target[d] - mean) * (target[d] - mean);
  }
  return {error / static_cast<double>(target.size()), 1.0 - error / total};
}

}  // namespace pj
