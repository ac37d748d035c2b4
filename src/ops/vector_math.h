#pragma once

#include <cmath>

#include "pj/tensor/fast_exp.h"

namespace pj {

/// The standard normal distribution at x: its density, and its integral from -infinity to x. In
/// float without a branch or a call, so that a compiler turns a loop over it into vector code; in
/// double by <cmath>, which is its definition.
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
  const float gauss = fast_exp(-0.5F * x * x);
  const float tail = gauss * t * (low + t5 * high);
  return {gauss * 0.398942280F, x < 0 ? tail : 1 - tail};
}
inline Normal<double> standard_normal(double x) {
  return {std::exp(-x * x / 2) * 0.3989422804014327, std::erfc(-x * 0.7071067811865476) / 2};
}

}  // namespace pj
