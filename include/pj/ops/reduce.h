#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Sum and mean of all numbers.
///
/// shapes    x of any shape -> ()
/// gradient  dx = dout, and dout / count; keeps no tensor
/// throws    ValueError for the mean of nothing
Variable sum(const Variable& x);
Variable mean(const Variable& x);

/// Sum and mean along one dimension, which disappears, or with keep_dim stays with size 1. A
/// negative axis counts from the last dimension.
///
///   sum[o,i] = sum_n x[o,n,i]      mean[o,i] = sum[o,i] / N
///
/// shapes    x (.., N, ..) -> (.., ..), or (.., 1, ..)
/// gradient  dx[o,n,i] = dout[o,i], and dout[o,i] / N; keeps no tensor
/// throws    ShapeError if x has no such axis; ValueError for the mean of nothing
Variable sum(const Variable& x, index_t axis, bool keep_dim = false);
Variable mean(const Variable& x, index_t axis, bool keep_dim = false);

}  // namespace pj
