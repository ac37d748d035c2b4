#pragma once

#include "pj/autograd/variable.h"
#include "pj/core/random.h"

namespace pj {

/// New parameters (leaves that need a gradient). Numbers are drawn in double in row-major order and
/// then rounded, so both precisions start from the same model.

/// Uniform in [-bound, bound); throws ValueError if bound < 0.
Variable uniform_parameter(const Shape& shape, double bound, Stream& stream);

/// Normal with mean 0 and standard deviation `std`; throws ValueError if std < 0.
Variable normal_parameter(const Shape& shape, double std, Stream& stream);

/// The same value everywhere.
Variable constant_parameter(const Shape& shape, double value);

}  // namespace pj
