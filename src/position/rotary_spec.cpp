#include "pj/position/rotary_spec.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pj {
namespace {

constexpr double kRawEta = 0.1, kGamma = 1e-4, kLargestExponent = 30.0;
/// Rotations within the train length below which YaRN interpolates, and above which it keeps.
constexpr double kSlowRotations = 1.0, kFastRotations = 32.0;

void check(const RotarySpec& spec, index_t head_dim, index_t total_len, index_t train_len) {
  require<ValueError>(spec.order >= 1, "rotary: block order must be at least 1, got ", spec.order);
  require<ValueError>(spec.base >= 1, "rotary: base must be at least 1, got ", spec.base);
  require<ValueError>(total_len >= 1 && train_len >= 1, "rotary: lengths must be at least 1, got ",
                      total_len, " and train length ", train_len);
  require<ShapeError>(head_dim >= 1 && head_dim % (2 * spec.order) == 0,
                      "rotary: head size must be divisible by ", 2 * spec.order,
                      " for blocks of order ", spec.order, ", got ", head_dim);
}

/// Divides the frequencies that turn too slowly to have been seen whole within the train length.
void interpolate_slow(std::vector<double>& omega, double factor, double train_len) {
  for (double& w : omega) {
    const double rotations = train_len * w / (2 * std::numbers::pi);
    const double keep =
        std::clamp((rotations - kSlowRotations) / (kFastRotations - kSlowRotations), 0.0, 1.0);
    w = (1 - keep) * w / factor + keep * w;
  }
}

}  // namespace

RotarySpec rope() { return {.kind = RotaryKind::kRope}; }

RotarySpec jordan(JordanTime time, index_t order) {
  const bool per_token = time == JordanTime::kRaw || time == JordanTime::kStabilised;
  return {.kind = RotaryKind::kJordan,
          .order = order,
          .time = time,
          .eta = per_token ? kRawEta : 1.0,
          .gamma = time == JordanTime::kDamped ? kGamma : 0.0};
}

RotaryFrequencies rotary_frequencies(const RotarySpec& spec, index_t head_dim, index_t total_len,
                                     index_t train_len) {
  RotaryFrequencies result;
  if (spec.kind == RotaryKind::kNone) return result;
  check(spec, head_dim, total_len, train_len);
  const Scaling scaling = total_len > train_len ? spec.scaling : Scaling::kNone;
  const auto T = static_cast<double>(total_len), L = static_cast<double>(train_len);
  const double factor = T / L;
  double base = spec.base;
  if (scaling == Scaling::kPi) result.position = (L - 1) / (T - 1);
  if (scaling == Scaling::kNtk) {
    const auto D = static_cast<double>(head_dim);
    base *= std::pow(factor, D / std::max(D - 2, 1.0));
  }
  const index_t blocks = head_dim / (2 * spec.order);
  for (index_t b = 0; b < blocks; ++b)
    result.omega.push_back(std::pow(base, -static_cast<double>(b) / static_cast<double>(blocks)));
  if (scaling == Scaling::kYarn) {
    interpolate_slow(result.omega, factor, L);
    result.magnitude = 1 + 0.1 * std::log(factor);
  }
  return result;
}

double jordan_time(const RotarySpec& spec, double position, double train_len) {
  if (spec.kind != RotaryKind::kJordan) return 0.0;
  switch (spec.time) {
    case JordanTime::kRaw:
      return spec.eta * position;
    case JordanTime::kStabilised:
      return spec.eta * position / (1 + std::abs(position) / train_len);
    case JordanTime::kScaledExact:
    case JordanTime::kDamped:
      break;
  }
  return spec.eta * position / train_len;
}

double query_damping(const RotarySpec& spec, double position) {
  if (spec.kind != RotaryKind::kJordan || spec.time != JordanTime::kDamped) return 1.0;
  return std::exp(std::clamp(-spec.gamma * position, -kLargestExponent, kLargestExponent));
}

}  // namespace pj
