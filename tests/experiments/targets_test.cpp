#include "experiments/targets.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

TEST_SUITE_BEGIN("targets");

TEST_CASE("targets at one train length, worked by hand") {
  // x = 1, beta = 1 / sqrt 2, eta = asinh 1, w = 2 pi so that cos(w d) = 1 for integer d.
  const double L = 8, w = 2 * std::numbers::pi, eta = std::asinh(1.0);
  const auto near = [&](const char* name, double value) {
    INFO(name);
    CHECK(std::abs(pj::target_value(name, L, L, w) - value) <= 1e-13);
  };
  near("phase", 1.0);
  near("linear", 1.0);
  near("first_jet", 1.0);
  near("second_jet", std::exp(-0.1));
  near("third_jet", std::exp(-0.1));
  near("recency_weak_jet", -0.25);
  const double core = std::cos(w * L * eta) * (1 + 0.4 * std::sqrt(0.5) + 0.1);
  near("lc_core", core);
  near("lc_affine", core - 0.25 * eta);
}

TEST_CASE("there are eight targets, four of them in the Fourier jets with orders 0 to 3") {
  CHECK(pj::targets().size() == 8);
  int next = 0;
  for (const pj::Target& target : pj::targets())
    if (target.sector == pj::Sector::kFj) CHECK(target.top_order == next++);
  CHECK(next == 4);
  CHECK(pj::target_values("linear", 3, 2.0, 1.0) == std::vector<double>{0.0, 0.5, 1.0});
  CHECK_THROWS_AS(pj::find_target("fourth_jet"), pj::UsageError);
}

TEST_CASE("17 cycles a train length come back after a seventeenth of it") {
  CHECK(std::abs(pj::cycles_to_omega(17, 1024) * 1024 / 17 - 2 * std::numbers::pi) <= 1e-14);
}

TEST_SUITE_END();
