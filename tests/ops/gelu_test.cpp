#include "pj/ops/gelu.h"

#include <limits>

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::kRounding;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("gelu");

TEST_CASE("values by hand") {
  // Phi(1) = 0.841344746
  const Tensor y = gelu(Variable(Tensor::from({5}, {0, 1, -1, 100, -100}))).value();
  const Tensor expected =
      Tensor::from({5}, {0, real(0.8413447460685429), real(-0.15865525393145707), 100, 0});
  CHECK(max_difference(y, expected) <= kRounding);
  const real nan = std::numeric_limits<real>::quiet_NaN();
  CHECK(std::isnan(gelu(Variable(Tensor::full({}, nan))).value().item()));
}

TEST_CASE("value and slope follow erf over the whole range") {
  constexpr index_t kPoints = 4001;
  Tensor points = Tensor::empty({kPoints});
  for (index_t i = 0; i < kPoints; ++i)
    points.data()[i] = static_cast<real>(-15.0 + 30.0 * static_cast<double>(i) / (kPoints - 1));
  Variable x(points, true);
  const Variable y = gelu(x);
  backward(y, Tensor::full(y.shape(), 1));
  double value_error = 0.0, slope_error = 0.0;
  for (index_t i = 0; i < kPoints; ++i) {
    const double at = static_cast<double>(points.data()[i]);
    const double integral = std::erfc(-at / std::sqrt(2.0)) / 2;
    const double density = std::exp(-at * at / 2) / std::sqrt(2 * std::acos(-1.0));
    const double value = static_cast<double>(y.value().data()[i]);
    value_error = std::max(value_error, std::abs(value - at * integral) / (1 + std::abs(at)));
    const double slope = static_cast<double>(x.grad().data()[i]);
    slope_error = std::max(slope_error, std::abs(slope - integral - at * density));
  }
  CHECK(value_error <= kRounding / 5);
  CHECK(slope_error <= kRounding / 3);
}

TEST_CASE("gradient") {
  check_gradient([](const auto& v) { return gelu(v[0]); }, {random_tensor({4, 5}, 1, 2.0)});
}

TEST_CASE("the bits do not depend on the number of threads") {
  testing::check_same_bits([] {
    Variable x(random_tensor({50001}), true);
    const Variable y = gelu(x);
    backward(y, random_tensor(y.shape(), 2));
    return std::vector<Tensor>{y.value(), x.grad()};
  });
}

TEST_SUITE_END();
