#pragma once

#include <memory>

#include "pj/autograd/variable.h"
#include "pj/position/rotary_table.h"

namespace pj {

/// A rotary table at the precision of tensors, shared by copies: one is made per (spec, length).
class Rotary {
 public:
  /// Positions first_position .. first_position + seq_len - 1. The scaling follows from total_len
  /// (0 for first_position + seq_len), so that a decoder can hold it fixed while it moves on.
  /// Throws ShapeError unless head_dim is divisible by 2m, ValueError for lengths below 1.
  Rotary(const RotarySpec& spec, index_t head_dim, index_t seq_len, index_t train_len,
         index_t first_position = 0, index_t total_len = 0);

  const RotaryTable<real>& table() const { return *table_; }

 private:
  std::shared_ptr<const RotaryTable<real>> table_;
};

/// Rotary action on the queries and keys of a joint projection.
///
///   out[b,t] = (A_query(t) q[b,t], A_key(t) k[b,t]) in every head
///
/// shapes    qkv (B, T, 3C), columns q | k | v with heads inside each, C = H * D -> (B, T, 2C),
///           columns q | k; v is not touched. Row t takes row first_row + t of the table, which may
///           have more
/// gradient  dqkv += A^T dout on the columns of q and k; keeps the table only
/// throws    ShapeError if the sizes do not fit
Variable rotate(const Variable& qkv, index_t num_heads, const Rotary& rotary,
                index_t first_row = 0);

/// The action of one side on a plain tensor: x (T, H * D) -> the same shape.
Tensor rotate_heads(const Tensor& x, index_t num_heads, const Rotary& rotary, Side side);

}  // namespace pj
