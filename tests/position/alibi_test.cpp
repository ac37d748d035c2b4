#include "pj/position/alibi.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pj;

TEST_SUITE_BEGIN("alibi");

TEST_CASE("slopes follow the published rule, for powers of two and between them") {
  const std::vector<double> four = alibi_slopes(4);
  CHECK(four == std::vector<double>{0.25, 0.0625, 0.015625, 0.00390625});
  const std::vector<double> three = alibi_slopes(3);
  CHECK(three == std::vector<double>{0.0625, 0.00390625, 0.25});
  const std::vector<double> twelve = alibi_slopes(12);
  REQUIRE(twelve.size() == 12);
  CHECK(twelve[7] == std::exp2(-8.0));
  CHECK(twelve[8] == std::exp2(-0.5));
  CHECK(twelve[11] == std::exp2(-3.5));
  CHECK(alibi_slopes(1) == std::vector<double>{std::exp2(-8.0)});
}

TEST_CASE("the table is the slope times the lag, not divided by a length") {
  const Tensor table = alibi_table(2, 3);
  const double slope = std::exp2(-4.0);
  CHECK(table.shape() == Shape{2, 3});
  CHECK(static_cast<double>(table.data()[0]) == 0.0);
  CHECK(static_cast<double>(table.data()[2]) == -2 * slope);
  CHECK(static_cast<double>(table.data()[5]) == -2 * slope * slope);
}

TEST_CASE("no heads or no lags are refused") {
  CHECK_THROWS_WITH_AS(alibi_slopes(0), "alibi_slopes: heads must be at least 1, got 0",
                       ValueError);
  CHECK_THROWS_WITH_AS(alibi_table(2, 0), "alibi_table: lags must be at least 1, got 0",
                       ValueError);
}

TEST_SUITE_END();
