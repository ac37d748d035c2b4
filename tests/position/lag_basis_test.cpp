#include "pj/position/lag_basis.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pj;

TEST_SUITE_BEGIN("lag_basis");

TEST_CASE("columns are lags and rows are orders, by hand") {
  const LagBasis fj = fj_basis(2, 4, 9);
  CHECK(fj.num_orders == 3);
  CHECK(fj.amplitude[8] == 1.0);
  CHECK(fj.amplitude[9 + 8] == 2.0);
  CHECK(fj.amplitude[18 + 8] == 2.0);  // 2^2 / 2!
  CHECK(fj.phase[8] == 8.0);
  CHECK(fj.decay[8] == 2.0);
  const LagBasis lc = lc_basis(2, 4, 4);
  CHECK(lc.amplitude[3] == 1.0);
  CHECK(std::abs(lc.amplitude[4 + 3] - 0.6) <= 1e-15);
  CHECK(std::abs(lc.amplitude[8 + 3] - 0.36) <= 1e-15);
  CHECK(std::abs(lc.phase[3] - 4 * std::log(2.0)) <= 1e-14);  // asinh(3/4) = ln 2
  CHECK(lc.decay.empty());
}

TEST_CASE("sizes out of range are named") {
  CHECK_THROWS_WITH_AS(fj_basis(-1, 16, 8), "LagBasis: highest order must not be negative, got -1",
                       ValueError);
  CHECK_THROWS_WITH_AS(lc_basis(1, 0, 8), "LagBasis: train length must be positive, got 0",
                       ValueError);
  CHECK_THROWS_WITH_AS(fj_basis(1, 16, 0), "LagBasis: lags must be at least 1, got 0", ValueError);
}

TEST_SUITE_END();
