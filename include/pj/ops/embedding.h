#pragma once

#include <cstdint>
#include <span>

#include "pj/autograd/variable.h"

namespace pj {

/// Rows of a table, one for each token.
///
///   y[t,:] = weight[tokens[t],:]
///
/// shapes    weight (V, C), tokens of token_shape in row-major order -> (token_shape.., C)
/// gradient  dweight[v,:] = sum over t with tokens[t] = v of dy[t,:], in double and in the order of
///           t; keeps the tokens
/// throws    ShapeError if weight is not rank 2 or the number of tokens is not token_shape's size;
///           ValueError naming a token outside [0, V)
Variable embedding(const Variable& weight, std::span<const std::int32_t> tokens,
                   const Shape& token_shape);

}  // namespace pj
