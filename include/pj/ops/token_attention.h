#pragma once

#include <cstdint>
#include <span>

#include "pj/ops/causal_attention.h"

namespace pj {

/// Causal attention between rows that depend on their token alone, as those of the first block do:
/// what causal_attention gives for q, k and v that are looked up in a table of a few tokens.
///
///   S[i,j] = q_u . k_w / sqrt(D) + bias[h, i - j],  u = token i, w = token j
///   mass[i,w] = sum of softmax(S)[i,j] over the keys j of token w;  out_i = sum_w mass[i,w] v_w
///
/// Scores and values need no product over channels for each pair of rows: the work is T^2 additions
/// and exponentials a head and T V D products, worth it where V < D.
///
/// shapes    qkv (V, 3C), q, k and v side by side; tokens are B rows of T; lag_bias (H, >= T) or
///           undefined for none -> (B, T, C)
/// gradient  with G[i,w] = dout_i . v_w and dot_i = sum_w mass[i,w] G[i,w]:
///           dS[i,j] = P[i,j] (G[i,w] - dot_i), summed by lag for the bias and by (u, w) as
///           mass[i,w] (G[i,w] - dot_i) for q and k; dv_w = sum_i mass[i,w] dout_i
/// throws    ShapeError if shapes, heads, tokens or lags do not fit; ValueError for a token outside
///           [0, V)
Variable token_attention(const Variable& qkv, std::span<const std::int32_t> tokens, index_t B,
                         index_t T, const Variable& lag_bias, const AttentionMask& mask);

}  // namespace pj
