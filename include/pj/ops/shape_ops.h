#pragma once

#include <vector>

#include "pj/autograd/variable.h"

namespace pj {

/// Operations that move numbers and change none. A negative axis counts from the last dimension.
/// Each gradient moves dout the same way back.

/// The same numbers in row-major order under another shape; shares the buffer.
///
/// throws    ShapeError if the sizes differ
Variable reshape(const Variable& x, const Shape& shape);

/// Swaps two dimensions: out[.., j, .., i, ..] = x[.., i, .., j, ..].
///
/// shapes    x (.., A, .., B, ..) -> (.., B, .., A, ..)
/// throws    ShapeError if x has no such axis
Variable transpose(const Variable& x, index_t axis_a, index_t axis_b);

/// The entries begin <= i < end along one dimension.
///
/// shapes    x (.., N, ..) -> (.., end - begin, ..)
/// throws    ShapeError if x has no such axis; ValueError unless 0 <= begin <= end <= N
Variable slice(const Variable& x, index_t axis, index_t begin, index_t end);

/// Joins tensors along one dimension, in order.
///
/// shapes    (.., N_k, ..) each, all other sizes equal -> (.., sum of N_k, ..)
/// throws    ShapeError if another size differs or there is no such axis; ValueError for no tensors
Variable concat(const std::vector<Variable>& parts, index_t axis);

}  // namespace pj
