#pragma once

#include <cstdint>
#include <vector>

#include "pj/position/rotary_table.h"

namespace pj {

/// A query and a key of one head before a rotation; numbers that float holds exactly.
struct ScoreVectors {
  std::vector<double> query, key;
};

ScoreVectors draw_score_vectors(std::uint64_t seed, index_t head_dim);

/// Scores of the query, at the last position of a range, with the key at each position of it.
struct ScoreWindow {
  std::vector<double> scores;  ///< by the key's place in the range
  double query_norm = 0.0;
  double key_norm = 0.0;   ///< largest
  double magnitude = 0.0;  ///< largest sum of |q_c k_c|: what rounding of a score is relative to
};

/// With tables and sums in float or double. Throws as RotaryTable does.
template <class Number>
ScoreWindow scores_at(const RotarySpec& spec, const ScoreVectors& vectors, PositionRange range,
                      index_t train_len);

/// How far moving a window from position 0 to the range changes a score, the largest over its
/// keys, for Jordan blocks of order 2, by hand. With z, w the complex channels of query and key and
/// d = i - j,
///
///   score(i, j) = Re sum_b e^{i omega_b d} (z0 w0* + z1 w1* + (t_i - t_j) z1 w0*)
///
/// so it changes by the change of t_i - t_j times Re sum_b e^{i omega_b d} z1 w0*.
double derived_violation(const RotarySpec& spec, const ScoreVectors& vectors, PositionRange range,
                         index_t train_len);

}  // namespace pj
