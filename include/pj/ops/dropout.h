#pragma once

#include "pj/autograd/variable.h"
#include "pj/core/random.h"

namespace pj {

/// Zeroes each number with probability `rate` and scales the others, so that the mean stays.
///
///   y[i] = x[i] / (1 - rate) if u[i] >= rate, else 0;  u[i] = uniform number of stream.at(i)
///
/// shapes    x of any shape -> the same; i counts its numbers in row-major order
/// gradient  dx[i] = dy[i] / (1 - rate) where x[i] was kept; keeps the stream, from which it draws
///           the same mask again. Rate 0 returns x itself
/// throws    ValueError unless 0 <= rate < 1
/// source    Srivastava et al. 2014, Dropout
Variable dropout(const Variable& x, double rate, const Stream& stream);

}  // namespace pj
