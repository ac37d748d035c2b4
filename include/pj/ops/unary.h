#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Functions of one number, element by element, for small tensors such as parameters.
///
///   exp(x), log(x), sin(x), cos(x), sqrt(x), tanh(x) as in <cmath>
///   softplus(x) = log(1 + exp(x))     never overflows, and keeps its digits where it is near zero
///   asinh(x) = log(x + sqrt(1 + x^2)) as exact for large negative x as for positive
///   square(x) = x^2, negate(x) = -x, power(x, exponent) = x^exponent
///
/// shapes    x of any shape -> the same
/// gradient  dx = f'(x) * dout; exp, sqrt and tanh keep their result, the others keep x. What
/// <cmath>
///           answers outside a domain stands: log(-1) is NaN, the slope of sqrt at 0 is infinite
Variable exp(const Variable& x);
Variable log(const Variable& x);
Variable sin(const Variable& x);
Variable cos(const Variable& x);
Variable asinh(const Variable& x);
Variable softplus(const Variable& x);
Variable sqrt(const Variable& x);
Variable square(const Variable& x);
Variable negate(const Variable& x);
Variable tanh(const Variable& x);
Variable power(const Variable& x, double exponent);

}  // namespace pj
