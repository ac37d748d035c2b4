#pragma once

#include <string>

#include "pj/nn/parameter.h"

namespace pj {

/// Layer normalisation of the last dimension with eps 1e-5, with its parameters.
///
/// shapes    weight (dim), bias (dim); x (.., dim) -> the same
/// start     weight 1, bias 0
/// names     weight, bias
class LayerNorm {
 public:
  /// Throws ValueError if dim < 1.
  explicit LayerNorm(index_t dim);

  Variable operator()(const Variable& x) const;
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  Variable weight_, bias_;
};

}  // namespace pj
