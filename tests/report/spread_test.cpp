#include "pj/report/spread.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

TEST_SUITE_BEGIN("spread");

TEST_CASE("mean and sample deviation are those worked by hand") {
  const pj::Spread spread = pj::spread(std::vector<double>{1.0, 2.0, 3.0});
  CHECK(spread.mean == 2.0);
  CHECK(spread.deviation == 1.0);
  CHECK(spread.n == 3);
  CHECK(pj::to_text(spread, 2) == "2.00 ± 1.00");
}

TEST_CASE("what does not exist is absent") {
  const pj::Spread one = pj::spread(std::vector<double>{4.0});
  CHECK(one.mean == 4.0);
  CHECK_FALSE(one.deviation.has_value());
  CHECK(pj::to_text(one, 1) == "4.0");
  CHECK_FALSE(pj::spread({}).mean.has_value());
  CHECK(pj::to_text(pj::spread({}), 1).empty());
}

TEST_CASE("paired values cancel what they share") {
  const std::vector<double> a = {1.0, 5.0, 9.0}, b = {0.5, 4.5, 8.5};
  const pj::Spread difference = pj::paired_difference(a, b);
  CHECK(difference.mean == 0.5);
  CHECK(difference.deviation == 0.0);
  CHECK_THROWS_WITH_AS(pj::paired_difference(a, std::vector<double>{1.0}),
                       "paired_difference: both must have as many values, got 3 and 1",
                       pj::ValueError);
}

TEST_CASE("a value that is not finite is refused") {
  CHECK_THROWS_AS(pj::spread(std::vector<double>{1.0, std::numeric_limits<double>::quiet_NaN()}),
                  pj::ValueError);
}

TEST_SUITE_END();
