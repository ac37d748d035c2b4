#pragma once

#include <vector>

#include "pj/core/error.h"

namespace pj {

enum class RotaryKind {
  kNone,    ///< queries and keys stay as they are
  kRope,    ///< channel pairs rotate: a Jordan block of size 1
  kJordan,  ///< groups of 2m channels take a Jordan block of size m
};

/// How a rotation adapts when the sequence is longer than the train length; otherwise all are
/// kNone.
enum class Scaling {
  kNone,
  kPi,    ///< positions times (L - 1) / (T - 1)
  kNtk,   ///< base times (T / L)^(D / max(D - 2, 1))
  kYarn,  ///< slow frequencies divided by T / L, fast ones kept; q and k times 1 + 0.1 ln(T / L)
};

/// What a Jordan block does to the position before it becomes the jet time t.
enum class JordanTime {
  kScaledExact,  ///< t = eta p / L
  kRaw,          ///< t = eta p
  kDamped,       ///< t = eta p / L; queries times e^{-gamma p}, keys times e^{gamma p}
  kStabilised,   ///< t = eta p / (1 + |p| / L): bounded, but scores no longer depend on lag alone
};

/// A rotary transform of queries and keys.
///
/// source    Su et al. 2021 (RoPE); Chen et al. 2023 (position interpolation); Peng et al. 2023
///           (YaRN); Zhang 2026 (Jordan-RoPE, PJ-RoPE)
struct RotarySpec {
  RotaryKind kind = RotaryKind::kNone;
  Scaling scaling = Scaling::kNone;
  index_t order = 1;  ///< m, the size of a Jordan block; 1 unless kind is kJordan
  JordanTime time = JordanTime::kScaledExact;
  double base = 10000.0;
  double eta = 1.0;    ///< a train length for kScaledExact and kDamped, a token for the others
  double gamma = 0.0;  ///< damping a token, for kDamped

  bool operator==(const RotarySpec&) const = default;
};

/// The spec of each kind, with its published constants.
RotarySpec rope();
RotarySpec jordan(JordanTime time, index_t order);

/// A spec at given lengths: one angle per block is `omega[b] * position`.
struct RotaryFrequencies {
  std::vector<double> omega;  ///< radians per token: base^(-b / B) for block b of B = D / (2m)
  double position = 1.0;      ///< factor of every position
  double magnitude = 1.0;     ///< factor of queries and keys
};

/// Frequencies for sequences of total_len tokens after training on train_len. Throws ShapeError
/// unless head_dim is divisible by 2m, ValueError if a length, the order or the base is below 1.
RotaryFrequencies rotary_frequencies(const RotarySpec& spec, index_t head_dim, index_t total_len,
                                     index_t train_len);

/// Jet time t of a position; 0 unless kind is kJordan.
double jordan_time(const RotarySpec& spec, double position, double train_len);

/// Factor of a query at a position; a key's is the inverse. 1 unless time is kDamped; the exponent
/// is clamped to +-30.
double query_damping(const RotarySpec& spec, double position);

}  // namespace pj
