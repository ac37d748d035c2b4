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
/// The exponential of such a sum is a product, and its factor of the bias is the same for all
/// sequences:
///
///   reach[h,i,w] = sum over the keys j of token w of e^(bias[h, i - j] - peak[h,i])
///   mass[i,w] = softmax over w of q_u . k_w / sqrt(D) + log reach[h,i,w]
///
/// with peak the largest bias row i sees. So T^2 / 2 exponentials a head serve the whole batch, and
/// the sums over keys are one product, tile by tile, of (T, T) with (T, B V): worth it where V < D.
/// A key whose bias lies more than 87 below the peak (708 in double) weighs nothing, whatever its
/// score.
///
/// shapes    qkv (V, 3C), q, k and v side by side; tokens are B rows of T; lag_bias (H, >= T) or
///           undefined for none -> (B, T, C)
/// gradient  with G[i,w] = dout_i . v_w and dot_i = sum_w mass[i,w] G[i,w]: that of score (u, w) is
///           the sum of mass[i,w] (G[i,w] - dot_i), which goes on to q and k; of reach[i,w] it is
///           mass[i,w] (G[i,w] - dot_i) / reach[i,w], which goes to the bias along diagonals;
///           dv_w = sum_i mass[i,w] dout_i
/// throws    ShapeError if shapes, heads, tokens or lags do not fit; ValueError for a token outside
///           [0, V)
Variable token_attention(const Variable& qkv, std::span<const std::int32_t> tokens, index_t B,
                         index_t T, const Variable& lag_bias, const AttentionMask& mask);

}  // namespace pj
