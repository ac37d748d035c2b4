#pragma once

#include <string>

#include "pj/core/random.h"
#include "pj/nn/parameter.h"

namespace pj {

/// Affine map of the last dimension, x W^T + b, with its parameters.
///
/// shapes    weight (out, in), bias (out); x (.., in) -> (.., out)
/// start     weight, then bias, uniform in +-1/sqrt(in)
/// names     weight, bias
class Linear {
 public:
  /// Throws ValueError unless in and out are at least 1.
  Linear(index_t in, index_t out, bool bias, Stream& stream);

  Variable operator()(const Variable& x) const;
  const Variable& weight() const { return weight_; }
  const Variable& bias() const { return bias_; }  ///< undefined for none
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  Variable weight_, bias_;  // bias_ is undefined for none
};

}  // namespace pj
