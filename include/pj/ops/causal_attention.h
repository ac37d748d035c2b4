#pragma once

#include <span>

#include "pj/autograd/variable.h"

namespace pj {

/// Some columns of a (B, T, W) tensor, so that q, k and v can be read from one projection in place:
/// columns [begin, begin + width) of every row, heads side by side.
struct Columns {
  Variable source;
  index_t begin = 0;
  index_t width = 0;

  Columns() = default;
  Columns(Variable whole) : source(std::move(whole)), width(source.dim(-1)) {}  // NOLINT: implicit
  Columns(Variable from, index_t first, index_t count)
      : source(std::move(from)), begin(first), width(count) {}
};

/// How queries see keys.
struct AttentionMask {
  index_t num_heads = 1;
  bool strict = false;  ///< j < i instead of j <= i; the first row then attends to nothing
};

/// Causal multi-head attention with a bias that depends on the lag alone.
///
///   S[i,j] = q_i . k_j / sqrt(D) + bias[h, i - j],  P = softmax over j <= i,  out_i = sum_j P[i,j]
///   v_j
///
/// Works in tiles of queries and keys with a running softmax; tiles above the diagonal are skipped.
/// Nothing of size T x T is held: the backward recomputes P tile by tile from the saved log-sum-exp
/// and adds the bias gradient along the diagonals. A row that sees no key gives zero.
///
/// shapes    q, k, v (B, T, C) with C = H D; lag_bias (H, >= T) or undefined for none -> (B, T, C)
/// gradient  dV = P^T dO;  dS = P (dO V^T - rowsum(dO O));  dQ = dS K / sqrt(D);  dK = dS^T Q /
/// sqrt(D);
///           dbias[h, d] = sum of dS over batch and i - j = d, in double
/// throws    ShapeError if shapes, heads or lags do not fit
/// source    Dao et al. 2022 (FlashAttention), Milakov and Gimelshein 2018 (online softmax)
Variable causal_attention(const Columns& q, const Columns& k, const Columns& v,
                          const Variable& lag_bias, const AttentionMask& mask);

/// The weights P[row, j] of one query row for every head of one batch entry, in double: what the
/// diagnostics read. `weights` holds H rows of row + 1 numbers; a key the mask hides has weight 0.
void attention_row(const Columns& q, const Columns& k, const Variable& lag_bias,
                   const AttentionMask& mask, index_t batch, index_t row,
                   std::span<double> weights);

}  // namespace pj
