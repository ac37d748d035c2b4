#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace pj {

/// Branch-free versions of <cmath> functions for the inner loops of training: a compiler turns a
/// loop over them into vector code, which it cannot do for a call into the C library. In float they
/// are right to three roundings; in double they call <cmath>, which is their definition.

/// exp(x) for x <= 0; 0 below -87.3, where the result would be subnormal.
///
///   exp(x) = 2^n exp(r), n = round(x / log 2), r = x - n log 2, exp(r) by its Taylor polynomial
inline float exp_nonpositive(float x) {
  constexpr float kLowest = -87.3F, kRoundingShift = 12582912.0F;  // 1.5 * 2^23
  const float clamped = x < kLowest ? kLowest : x;
  const float shifted = clamped * 1.44269504F + kRoundingShift;  // n in the low bits
  const float n = shifted - kRoundingShift;
  const float r = (clamped - n * 0.693359375F) + n * 2.12194440e-4F;  // log 2 in two parts
  const float tail = 1.0F / 24 + r * (1.0F / 120 + r * (1.0F / 720 + r * (1.0F / 5040)));
  const float series = 1 + r * (1 + r * (0.5F + r * (1.0F / 6 + r * tail)));
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(shifted) + 127;
  const float power = std::bit_cast<float>(exponent << 23);  // 2^n; the shift drops all but n + 127
  return x < kLowest ? 0 : series * power;
}
inline double exp_nonpositive(double x) { return std::exp(x); }

/// The standard normal distribution at x: its density, and its integral from -infinity to x.
template <class T>
struct Normal {
  T density, integral;
};

///   density(x) = exp(-x^2 / 2) / sqrt(2 pi)
///   integral(-|x|) = exp(-x^2 / 2) t P(t), t = 1 / (1 + 0.35 |x|)
///
/// P is the interpolation of degree 8 at Chebyshev points of t for |x| <= 14: 4e-8 relative.
inline Normal<float> standard_normal(float x) {
  const float t = 1 / (1 + 0.35F * std::fabs(x));
  const float low =
      0.139618713F +
      t * (0.139912298F + t * (0.119444916F + t * (0.107114588F + t * -0.0270466083F)));
  const float high = 0.165050996F + t * (-0.260961228F + t * (0.146545830F + t * -0.0296795220F));
  const float t2 = t * t, t5 = t2 * t2 * t;
  const float gauss = exp_nonpositive(-0.5F * x * x);
  const float tail = gauss * t * (low + t5 * high);
  return {gauss * 0.398942280F, x < 0 ? tail : 1 - tail};
}
inline Normal<double> standard_normal(double x) {
  return {std::exp(-x * x / 2) * 0.3989422804014327, std::erfc(-x * 0.7071067811865476) / 2};
}

}  // namespace pj
