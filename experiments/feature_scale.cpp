#include "experiments/feature_scale.h"

#include <algorithm>
#include <cmath>

namespace pj {

FeatureScale::FeatureScale(const Tensor& rows) {
  const index_t N = rows.dim(0), width = rows.dim(1);
  const auto count = static_cast<double>(N);
  mean_.assign(static_cast<std::size_t>(width), 0.0);
  deviation_.assign(static_cast<std::size_t>(width), 0.0);
  const auto at = [&](index_t i, std::size_t k) {
    return static_cast<double>(rows.data()[i * width + static_cast<index_t>(k)]);
  };
  for (std::size_t k = 0; k < mean_.size(); ++k) {
    for (index_t i = 0; i < N; ++i) mean_[k] += at(i, k) / count;
    for (index_t i = 0; i < N; ++i) deviation_[k] += (at(i, k) - mean_[k]) * (at(i, k) - mean_[k]);
    deviation_[k] = std::max(std::sqrt(deviation_[k] / (count - 1)), kLeastDeviation);
  }
}

void FeatureScale::apply(Tensor& rows) const {
  real* x = rows.data();
  for (index_t i = 0; i < rows.dim(0); ++i)
    for (std::size_t k = 0; k < mean_.size(); ++k, ++x)
      *x = static_cast<real>((static_cast<double>(*x) - mean_[k]) / deviation_[k]);
}

bool FeatureScale::differ_in_constant(const Tensor& scaled, index_t a, index_t b) const {
  const index_t width = scaled.dim(1);
  for (index_t k = 0; k < width; ++k)
    if (deviation_[static_cast<std::size_t>(k)] <= kLeastDeviation &&
        scaled.data()[a * width + k] != scaled.data()[b * width + k])
      return true;
  return false;
}

}  // namespace pj
