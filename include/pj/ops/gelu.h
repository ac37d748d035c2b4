#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// The Gaussian error linear unit in its exact form, with erf and not the tanh approximation.
///
///   gelu(x) = x Phi(x), Phi(x) = (1 + erf(x / sqrt 2)) / 2
///
/// shapes    x of any shape -> the same
/// gradient  dx = (Phi(x) + x phi(x)) dout, phi the standard normal density; keeps x
/// source    Hendrycks, Gimpel 2016, Gaussian error linear units
Variable gelu(const Variable& x);

}  // namespace pj
