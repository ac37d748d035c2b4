#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Softmax over the last dimension.
///
///   y[i] = exp(x[i] - max x) / sum_j exp(x[j] - max x)
///
/// shapes    x (.., N) -> (.., N); N = 0 gives nothing
/// gradient  dx[i] = y[i] (dy[i] - sum_j y[j] dy[j]); keeps y
/// throws    ShapeError if x is a single number
Variable softmax(const Variable& x);

/// Softmax over the entries whose `enabled` is not 0; the others get exactly 0, and no gradient,
/// whatever they hold.
///
/// shapes    x (.., N), enabled (N), a constant -> (.., N)
/// throws    ShapeError if enabled does not fit x; ValueError if it enables nothing
Variable softmax(const Variable& x, const Tensor& enabled);

}  // namespace pj
