#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Affine map of the last dimension.
///
///   Y = X W^T + b
///
/// shapes    x (..., N), weight (M, N), bias (M) or undefined for none -> (..., M)
/// gradient  dX = dY W, dW = dY^T X, db = column sums of dY in double; keeps X and W
/// throws    ShapeError if the sizes do not fit
Variable linear(const Variable& x, const Variable& weight, const Variable& bias);

/// Matrix product of the last two dimensions, over equal leading dimensions.
///
///   C = A B
///
/// shapes    a (..., M, K), b (..., K, N) -> (..., M, N)
/// gradient  dA = dC B^T, dB = A^T dC; keeps A and B
/// throws    ShapeError if inner or leading sizes differ
Variable matmul(const Variable& a, const Variable& b);

}  // namespace pj
