#include "pj/nn/init.h"

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;

TEST_SUITE_BEGIN("init");

TEST_CASE("parameters need a gradient and follow their stream") {
  Stream stream(1, "init"), again(1, "init");
  const Variable x = uniform_parameter({2, 3}, 0.5, stream);
  CHECK(x.needs_grad());
  for (const real value : x.value().values())
    CHECK(value == static_cast<real>(again.uniform(-0.5, 0.5)));
  const Variable y = normal_parameter({2}, 3, stream);
  CHECK(y.needs_grad());
  for (const real value : y.value().values()) CHECK(value == static_cast<real>(3 * again.normal()));
  CHECK(constant_parameter({2}, 4).needs_grad());
  CHECK(max_difference(constant_parameter({2}, 4).value(), Tensor::from({2}, {4, 4})) == 0);
}

TEST_CASE("uniform numbers fill their range, normal ones have their deviation") {
  Stream stream(2, "init");
  const Variable x = uniform_parameter({10000}, 0.5, stream);
  const auto [low, high] =
      std::minmax_element(x.value().values().begin(), x.value().values().end());
  CHECK(*low >= real(-0.5));
  CHECK(*low <= real(-0.499));
  CHECK(*high <= real(0.5));
  CHECK(*high >= real(0.499));
  const Variable y = normal_parameter({10000}, 2, stream);
  const double variance = pj::testing::weighted_sum(y.value(), y.value()) / 10000;
  CHECK(std::abs(variance / 4 - 1) <= 0.06);  // four standard deviations
}

TEST_CASE("a negative width is named") {
  Stream stream(1, "init");
  CHECK_THROWS_WITH_AS(uniform_parameter({1}, -1, stream),
                       "uniform_parameter: bound must not be negative, got -1", ValueError);
  CHECK_THROWS_WITH_AS(normal_parameter({1}, -1, stream),
                       "normal_parameter: std must not be negative, got -1", ValueError);
}

TEST_SUITE_END();
