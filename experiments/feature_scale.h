#pragma once

#include <vector>

#include "pj/tensor/tensor.h"

namespace pj {

/// Moves features to mean 0 and sample standard deviation 1 as they are over the rows it was made
/// from; a column that is constant there is only moved.
///
/// shapes    rows (N, F)
class FeatureScale {
 public:
  explicit FeatureScale(const Tensor& rows);
  void apply(Tensor& rows) const;

 private:
  std::vector<double> mean_, deviation_;
};

}  // namespace pj
