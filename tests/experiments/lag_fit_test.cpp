#include "experiments/lag_fit.h"

#include <doctest/doctest.h>

#include <cmath>

#include "experiments/targets.h"

TEST_SUITE_BEGIN("lag_fit");

TEST_CASE("a basis lists cosines, sines and the affine coordinate") {
  const pj::KernelBasis basis{
      .name = "b", .jets = pj::KernelBasis::Jets::kFj, .max_order = 1, .affine = pj::Rho::kLinear};
  CHECK(basis.size() == 5);
  const double w = 0.3, d = 4, L = 8;
  const std::vector<double> row = basis.at(d, L, w);
  const std::vector<double> expected = {std::cos(w * d), 0.5 * std::cos(w * d), std::sin(w * d),
                                        0.5 * std::sin(w * d), 0.5};
  REQUIRE(row.size() == expected.size());
  for (std::size_t i = 0; i < row.size(); ++i) CHECK(std::abs(row[i] - expected[i]) <= 1e-15);
}

TEST_CASE("a target inside the basis is met, also beyond the fitted lags, and one outside is not") {
  const double L = 256, w = pj::cycles_to_omega(5, L);
  const std::vector<std::vector<double>> targets = {pj::target_values("first_jet", 256, L, w),
                                                    pj::target_values("linear", 256, L, w)};
  const pj::LagFit fit({.name = "jets", .jets = pj::KernelBasis::Jets::kFj, .max_order = 1}, 256, w,
                       targets);
  const std::vector<double> far = pj::target_values("first_jet", 1024, L, w);
  CHECK(pj::fit_quality(fit.predict(0, 1024), far).mse <= 1e-24);
  CHECK(pj::fit_quality(fit.predict(1, 256), targets[1]).mse >= 1e-3);
}

TEST_CASE("the condition of one standardised column and an intercept is sqrt(n / (n - 1))") {
  const std::vector<std::vector<double>> target = {std::vector<double>(100, 1.0)};
  const pj::LagFit fit({.name = "x", .affine = pj::Rho::kLinear}, 100, 0.1, target);
  CHECK(std::abs(fit.condition_number() - std::sqrt(100.0 / 99.0)) <= 1e-12);
}

TEST_CASE("R2 is 1 for the target, 0 for its mean, and lengths must agree") {
  const std::vector<double> y = {1, 2, 3}, mean = {2, 2, 2};
  CHECK(pj::fit_quality(y, y).r2 == 1.0);
  CHECK(pj::fit_quality(mean, y).r2 == 0.0);
  CHECK(std::abs(pj::fit_quality(mean, y).mse - 2.0 / 3.0) <= 1e-15);
  CHECK_THROWS_AS(pj::fit_quality(mean, std::vector<double>{1.0}), pj::ShapeError);
}

TEST_SUITE_END();
