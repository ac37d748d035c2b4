#pragma once

#include <vector>

#include "pj/position/rotary_spec.h"

namespace pj {

enum class Side { kQuery, kKey };

/// The positions a table covers, in tokens.
struct PositionRange {
  index_t count = 0;      ///< T: positions first .. first + count - 1
  index_t first = 0;      ///< greater than 0 when decoding with a cache
  index_t total_len = 0;  ///< length that decides the scaling; 0 for first + count
};

/// What a rotary transform does at each position, computed in double and stored as Number.
///
/// A group of 2m channels holds m complex numbers z_0..z_{m-1}; N is the nilpotent shift, t the jet
/// time and s the damping at position p:
///
///   query   s   e^{i omega p} exp(t N) z      (N z)_k = z_{k+1}
///   key     s^-1 e^{i omega p} exp(-t N^T) z
///
/// so that Re <query(i), key(j)> depends on i - j alone if t is linear in p. Tables hold no heads:
/// all heads turn alike. Explicitly instantiated for float and double.
template <class Number>
class RotaryTable {
 public:
  /// Throws as rotary_frequencies does; ValueError if the range is empty or begins below 0.
  RotaryTable(const RotarySpec& spec, index_t head_dim, const PositionRange& range,
              index_t train_len);

  const RotarySpec& spec() const { return spec_; }
  index_t head_dim() const { return head_dim_; }
  index_t num_positions() const { return num_positions_; }
  bool is_identity() const { return spec_.kind == RotaryKind::kNone; }

 private:
  template <class>
  friend class RotaryAction;

  RotarySpec spec_;
  index_t head_dim_, num_positions_;
  std::vector<Number> cosine_, sine_;              // (T, D / 2), times the magnitude
  std::vector<Number> query_powers_, key_powers_;  // (T, m): s t^o / o!, s^-1 (-t)^o / o!
};

/// The action of a table at one position on a row of all heads (H * D channels). Holds scratch
/// rows, so each thread has its own.
template <class Number>
class RotaryAction {
 public:
  RotaryAction(const RotaryTable<Number>& table, index_t num_heads);

  /// Takes the coefficients of row `row` of the table: position first + row.
  void move_to(index_t row);

  /// y = A x. `x` and `y` must not overlap.
  void apply(Number* y, const Number* x, Side side);
  /// x += A^T y: what a gradient needs.
  void add_transposed(Number* x, const Number* y, Side side);

 private:
  const Number* shift(const Number* x, Side side, bool transposed);

  const RotaryTable<Number>& table_;
  index_t num_pairs_, row_ = 0;
  std::vector<Number> cosine_, sine_;  // (H * D / 2): one position, repeated over the heads
  std::vector<Number> shifted_;        // (H * D)
  std::vector<Number> inside_;         // (m, H * D): 1 where channel + 2o is in the same group
};

}  // namespace pj
