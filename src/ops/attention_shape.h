#pragma once

#include <cmath>

#include "pj/ops/causal_attention.h"

namespace pj {

/// The sizes every part of attention agrees on.
struct AttentionShape {
  index_t B = 0, T = 0, H = 0, D = 0;
  bool strict = false;

  real scale() const { return static_cast<real>(1 / std::sqrt(static_cast<double>(D))); }
  /// How many of the keys that begin at `first_key` row i sees, out of `n`.
  index_t visible(index_t i, index_t first_key, index_t n) const {
    const index_t seen = i - first_key + (strict ? 0 : 1);
    return seen < 0 ? 0 : (seen < n ? seen : n);
  }
};

/// Reads the sizes and checks that the operands fit; throws ShapeError.
AttentionShape attention_shape(const Columns& q, const Columns& k, const Columns& v,
                               const Variable& lag_bias, const AttentionMask& mask);

/// A head of a batch entry: the work of one thread.
struct HeadTask {
  index_t b, h;
};

/// The heads batch entry by batch entry, so that a thread's share of them is rows of its own.
inline HeadTask head_task(const AttentionShape& s, index_t place) {
  return {place / s.H, place % s.H};
}

/// Throws ShapeError in the name of `op` unless the bias is undefined or (H, >= T).
void check_lag_bias(const char* op, const Variable& lag_bias, const AttentionShape& s);

/// bias[h, T-1], ..., bias[h, 0]: read along a row of scores, keys ascend and lags descend.
/// Undefined for no bias.
Tensor reverse_lags(const Variable& lag_bias, const AttentionShape& s);

/// dlag_bias[h, d] += the heads' sums over the batch, in batch order; dbias is (B, H, T).
void add_lag_gradient(Tensor& dlag_bias, const Scratch<double>& dbias, const AttentionShape& s);

/// One head of one batch entry inside a (B, T, W) buffer: T rows of D numbers, `stride` apart.
template <class Pointer>
struct HeadRows {
  Pointer data;
  index_t stride;

  Pointer row(index_t t) const { return data + t * stride; }
};

inline HeadRows<const real*> head_rows(const Columns& x, const AttentionShape& s, index_t b,
                                       index_t h) {
  const index_t W = x.source.dim(-1);
  return {x.source.value().data() + b * s.T * W + x.begin + h * s.D, W};
}

}  // namespace pj
