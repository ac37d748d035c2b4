#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "pj/autograd/variable.h"
#include "pj/core/random.h"

namespace pj::testing {

/// Standard normal numbers in a tensor, from a fixed stream.
inline Tensor random_tensor(const Shape& shape, std::uint64_t seed = 1, double scale = 1.0) {
  Stream stream(seed, "test");
  Tensor x = Tensor::empty(shape);
  for (real& value : x.values()) value = static_cast<real>(scale * stream.normal());
  return x;
}

/// sum(weights * x) in double: a test loss whose gradient is zero for no op by construction.
inline double weighted_sum(const Tensor& x, const Tensor& weights) {
  double sum = 0.0;
  for (index_t i = 0; i < x.size(); ++i)
    sum += static_cast<double>(x.data()[i]) * static_cast<double>(weights.data()[i]);
  return sum;
}

using Function = std::function<Variable(const std::vector<Variable>&)>;

/// Largest difference between the gradient of `backward` and central differences of a randomly
/// weighted sum of f's output, relative to the largest gradient of its input; over all inputs.
inline double gradient_error(const Function& f, const std::vector<Tensor>& inputs,
                             double step = 1e-5) {
  std::vector<Variable> leaves;
  for (const Tensor& x : inputs) leaves.emplace_back(x.clone(), true);
  const Variable y = f(leaves);
  const Tensor weights = random_tensor(y.shape(), 99);
  backward(y, weights);
  double worst = 0.0;
  for (Variable& leaf : leaves) {
    const Tensor grad = leaf.grad().defined() ? leaf.grad() : Tensor::zeros(leaf.shape());
    double largest = 1e-3, error = 0.0;
    for (index_t i = 0; i < grad.size(); ++i) {
      real& x = leaf.mutable_value().data()[i];
      const real before = x;
      const auto at = [&](double moved) {
        x = static_cast<real>(moved);
        const NoGrad no_grad;
        return weighted_sum(f(leaves).value(), weights);
      };
      const double h = step * std::max(1.0, std::abs(static_cast<double>(before)));
      const double exact = static_cast<double>(grad.data()[i]);
      const double b = static_cast<double>(before);
      // Fourth order, so that the truncation error stays below what double can resolve.
      const double slope =
          (8 * (at(b + h) - at(b - h)) - (at(b + 2 * h) - at(b - 2 * h))) / (12 * h);
      x = before;
      const double difference = std::abs(exact - slope);
      error = std::isnan(difference) ? difference : std::max(error, difference);
      largest = std::max(largest, std::abs(exact));
      if (std::isnan(error)) return error;
    }
    worst = std::max(worst, error / largest);
  }
  return worst;
}

/// The gradient must agree to 1e-7 in double. In float central differences resolve nothing, so the
/// float build only requires that the backward runs and is finite.
inline void check_gradient(const Function& f, const std::vector<Tensor>& inputs,
                           double tolerance = 1e-7) {
#if defined(PJ_REAL_DOUBLE)
  CHECK(gradient_error(f, inputs, 1e-4) <= tolerance);
#else
  (void)tolerance;
  CHECK(std::isfinite(gradient_error(f, inputs, 1e-2)));
#endif
}

/// Largest absolute difference; NaN if any difference is.
inline double max_difference(const Tensor& a, const Tensor& b) {
  REQUIRE(a.shape() == b.shape());
  double worst = 0.0;
  for (index_t i = 0; i < a.size(); ++i) {
    const double d = std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]));
    if (!(d <= worst)) worst = d;
    if (std::isnan(d)) return d;
  }
  return worst;
}

/// 1e-12 in double, 1e-6 in float: a few roundings of numbers near one.
inline constexpr double kRounding = sizeof(real) == 8 ? 1e-12 : 1e-6;

}  // namespace pj::testing
