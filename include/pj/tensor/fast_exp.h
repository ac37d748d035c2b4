#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "pj/tensor/real.h"

namespace pj {

/// e^x for the softmax and its like, in a form the compiler turns into vector code: no branch, no
/// call, no table.
///
///   e^x = 2^n e^r,  n = round(x / ln 2),  |r| <= ln 2 / 2,  e^r by its Taylor series to r^7
///
/// range     x <= 88; 0 below -87.3, where the result would be subnormal; NaN stays NaN
/// error     relative, at most 2e-7 (truncation 5.2e-9, the rest is rounding)
///
/// In double it is std::exp, its definition.
inline float fast_exp(float x) {
  constexpr float kRound = 12582912.0f;  // 1.5 * 2^23: adding it leaves the nearest integer
  constexpr float kLog2e = 1.44269504f;
  constexpr float kLn2High = 0.693359375f, kLn2Low = -2.12194440e-4f;  // n * high is exact
  const float shifted = x * kLog2e + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * kLn2High) - n * kLn2Low;
  float series = 1.0f / 5040;
  series = series * r + 1.0f / 720;
  series = series * r + 1.0f / 120;
  series = series * r + 1.0f / 24;
  series = series * r + 1.0f / 6;
  series = series * r + 0.5f;
  series = series * r + 1.0f;
  series = series * r + 1.0f;
  const std::uint32_t exponent = std::bit_cast<std::uint32_t>(shifted) + 127;  // n + 127 lies low
  const float power = std::bit_cast<float>(exponent << 23);
  return x < -87.3f ? 0.0f : series * power;
}

inline double fast_exp(double x) { return std::exp(x); }

}  // namespace pj
