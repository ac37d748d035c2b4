#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Element-by-element arithmetic with broadcasting: trailing dimensions are aligned, size 1
/// repeats.
///
///   add: a + b      sub: a - b      mul: a * b      div: a / b
///
/// shapes    a, b of any shapes that broadcast -> their common shape
/// gradient  of a repeated operand: the sum over its repetitions, in double
/// throws    ShapeError if the shapes do not broadcast
Variable add(const Variable& a, const Variable& b);
Variable sub(const Variable& a, const Variable& b);
Variable mul(const Variable& a, const Variable& b);
Variable div(const Variable& a, const Variable& b);

/// factor * x, and x + offset, for constants.
Variable scale(const Variable& x, double factor);
Variable shift(const Variable& x, double offset);

}  // namespace pj
