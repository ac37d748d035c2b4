#pragma once

#include "pj/ops/causal_attention.h"

namespace pj {

/// The keys and values of one attention layer while one sequence is decoded. They are kept channel
/// by channel, (H, D, capacity), so that loops over positions run along memory; the capacity
/// doubles.
class AttentionCache {
 public:
  AttentionCache(index_t num_heads, index_t head_dim);

  /// Positions held.
  index_t size() const { return size_; }
  /// Adds the rows of k and v, both (1, T, H * D), after those held. Throws ShapeError.
  void append(const Columns& k, const Columns& v);
  /// Forgets the positions from `size` on; throws ValueError unless 0 <= size <= size().
  void truncate(index_t size);

  index_t num_heads() const { return num_heads_; }
  index_t head_dim() const { return head_dim_; }
  /// Channel c of head h at positions 0..size()-1.
  const real* keys(index_t h, index_t c) const { return keys_.data() + channel(h, c); }
  const real* values(index_t h, index_t c) const { return values_.data() + channel(h, c); }

 private:
  index_t channel(index_t h, index_t c) const { return (h * head_dim_ + c) * capacity_; }
  void reserve(index_t size);

  index_t num_heads_, head_dim_, size_ = 0, capacity_ = 0;
  Tensor keys_, values_;
};

/// The last T rows of causal_attention over all positions of the cache, whose last T are the
/// queries' own. A row costs O(size); it has no gradient.
///
/// shapes    q (1, T, C) with C = H D; lag_bias (H, >= size) or undefined for none -> (1, T, C)
/// throws    ShapeError if shapes, heads or lags do not fit
Variable cached_attention(const Columns& q, const AttentionCache& cache, const Variable& lag_bias,
                          const AttentionMask& mask);

}  // namespace pj
