#pragma once

#include "pj/ops/causal_attention.h"

namespace pj {

/// Causal attention of the last row alone, from rows that are not projected to keys and values:
/// the query is brought to the rows instead, and what it gathers is projected once.
///
///   k_j = K x_j + b_k, v_j = V x_j + b_v:
///   S[j] = (K^T q / sqrt(D)) . x_j + bias[h, T - 1 - j]   (q . b_k is the same for all j)
///   out  = V sum_j softmax(S)[j] x_j + b_v
///
/// The same as causal_attention has in its last row, without its T by C by C products.
///
/// shapes    q (B, 1, C), rows (B, T, C), key_weight and value_weight (C, C) with the outputs of
///           the H heads one after another, value_bias (C), lag_bias (H, >= T) or undefined for
///           none
///           -> (B, 1, C)
/// throws    ShapeError if shapes, heads or lags do not fit; ValueError if the mask hides every key
Variable last_row_attention(const Variable& q, const Variable& rows, const Variable& key_weight,
                            const Variable& value_weight, const Variable& value_bias,
                            const Variable& lag_bias, const AttentionMask& mask);

}  // namespace pj
