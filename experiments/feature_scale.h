#pragma once

#include <vector>

#include "pj/tensor/tensor.h"

namespace pj {

/// Moves features to mean 0 and sample standard deviation 1 as they are over the rows it was made
/// from. No deviation counts as less than kLeastDeviation, so a column that is constant there
/// becomes 0 there and, where it varies elsewhere, a million times its change.
///
/// shapes    rows (N, F)
class FeatureScale {
 public:
  explicit FeatureScale(const Tensor& rows);
  void apply(Tensor& rows) const;

  /// Whether two scaled rows differ in a column that is constant in the rows it was made from.
  bool differ_in_constant(const Tensor& scaled, index_t a, index_t b) const;

 private:
  static constexpr double kLeastDeviation = 1e-6;

  std::vector<double> mean_, deviation_;
};

}  // namespace pj
