#pragma once

#include "pj/autograd/variable.h"

namespace pj {

/// Normalises each row to mean 0 and variance 1, then scales and shifts it.
///
///   z[c] = (x[c] - mean x) / sqrt(var x + eps), var over all C entries;  y[c] = weight[c] z[c] +
///   bias[c]
///
/// shapes    x (.., C), weight (C), bias (C) -> (.., C)
/// gradient  g = weight dy; dx = (g - mean g - z mean(g z)) / sqrt(var x + eps);
///           dweight = sum over rows of dy z, dbias of dy; keeps x and two numbers a row
/// throws    ShapeError if the sizes differ or C = 0; ValueError if eps < 0
/// source    Ba, Kiros, Hinton 2016, Layer normalization
Variable layer_norm(const Variable& x, const Variable& weight, const Variable& bias,
                    double eps = 1e-5);

}  // namespace pj
