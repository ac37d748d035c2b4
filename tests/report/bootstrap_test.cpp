#include "pj/report/bootstrap.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/random.h"

TEST_SUITE_BEGIN("bootstrap");

TEST_CASE("mean and wins are those of the differences") {
  const pj::PairedDifference d = pj::paired_bootstrap({{-1, 3}, {-2, -4}});
  CHECK(d.mean == -1.0);
  CHECK(d.seeds == 2);
  CHECK(d.windows == 4);
  CHECK(d.won == 3);
  CHECK(d.low <= d.mean);
  CHECK(d.mean <= d.high);
}

TEST_CASE("equal differences leave no interval") {
  const pj::PairedDifference d = pj::paired_bootstrap({{-0.5, -0.5}, {-0.5, -0.5}});
  CHECK(d.low == -0.5);
  CHECK(d.high == -0.5);
}

TEST_CASE("of one seed with normal differences the interval is 1.96 standard errors wide") {
  pj::Stream stream(3, "test");
  std::vector<double> windows;
  for (int i = 0; i < 400; ++i) windows.push_back(stream.normal());
  double mean = 0, squares = 0;
  for (const double x : windows) mean += x / 400;
  for (const double x : windows) squares += (x - mean) * (x - mean);
  const double error = std::sqrt(squares / 399 / 400);
  const pj::PairedDifference d = pj::paired_bootstrap({windows});
  CHECK(d.high - d.mean == doctest::Approx(1.96 * error).epsilon(0.05));
  CHECK(d.mean - d.low == doctest::Approx(1.96 * error).epsilon(0.05));
}

TEST_CASE("seeds that disagree widen the interval beyond that of their windows") {
  const pj::PairedDifference d = pj::paired_bootstrap({{-1, -1.01}, {1, 1.01}});
  CHECK(d.low <= -0.99);
  CHECK(d.high >= 0.99);
}

TEST_CASE("the same differences give the same bits") {
  const std::vector<std::vector<double>> differences = {{0.1, -0.3, 0.2}, {0.4, 0.1, -0.2}};
  CHECK(pj::paired_bootstrap(differences).low == pj::paired_bootstrap(differences).low);
}

TEST_CASE("refuses no seed and a seed without windows") {
  CHECK_THROWS_AS(pj::paired_bootstrap({}), pj::ValueError);
  CHECK_THROWS_AS(pj::paired_bootstrap({{1.0}, {}}), pj::ValueError);
}

TEST_SUITE_END();
