#include "experiments/quantise.h"

#include <doctest/doctest.h>

#include <cmath>

TEST_SUITE_BEGIN("quantise");

TEST_CASE("four bits keep sevenths of the largest magnitude") {
  const std::vector<double> x = {-7.0, 3.4, 3.6, 0.0};
  std::vector<double> y(4);
  pj::quantise<double>(x, 1, 4, y);
  CHECK(y == std::vector<double>{-7.0, 3.0, 4.0, 0.0});
}

TEST_CASE("every column has its own scale and a column of zeros stays") {
  const std::vector<double> x = {7.0, 70.0, 0.0, 1.2, 12.0, 0.0};
  std::vector<double> y(6);
  pj::quantise<double>(x, 3, 4, y);
  CHECK(y == std::vector<double>{7.0, 70.0, 0.0, 1.0, 10.0, 0.0});
}

TEST_CASE("no bits copy") {
  const std::vector<float> x = {0.1F, -0.2F};
  std::vector<float> y(2);
  pj::quantise<float>(x, 1, 0, y);
  CHECK(y == x);
}

TEST_CASE("the relative error is a ratio of 2-norms") {
  const std::vector<double> exact = {3.0, 4.0}, other = {3.0, 5.0};
  CHECK(std::abs(pj::relative_error<double>(other, exact) - 0.2) <= 1e-15);
}

TEST_CASE("rejects rows that are not whole and an unknown precision") {
  std::vector<double> x(5);
  CHECK_THROWS_AS(pj::quantise<double>(x, 2, 8, x), pj::ValueError);
  CHECK_THROWS_WITH_AS(pj::find_precision("fp8"),
                       "precision must be one of fp32, int8, int4, got 'fp8'", pj::UsageError);
}

TEST_SUITE_END();
