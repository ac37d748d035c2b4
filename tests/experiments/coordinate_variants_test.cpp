#include "experiments/coordinate_variants.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

TEST_SUITE_BEGIN("coordinate_variants");

TEST_CASE("amplitudes and phases at twice the train length are those worked by hand") {
  struct Row {
    const char* name;
    double second_order, phase;
  };
  const double bent = 1024 * std::asinh(2.0);
  const Row rows[] = {{"raw", 2048.0 * 2048 / 2, 2048},
                      {"scaled", 2 * std::exp(-0.2), 2048},
                      {"clipped", 0.5, 2048},
                      {"log", std::log(3.0) * std::log(3.0) / 2, 2048},
                      {"lc_amp_only", 0.8, 2048},
                      {"lc_phase_only", 2, bent},
                      {"lc", 0.8, bent},
                      {"lc_wrong_scale", 0.8, std::asinh(2.0)}};
  CHECK(pj::coordinate_variants().size() == std::size(rows));
  for (const Row& row : rows) {
    const pj::CoordinateVariant& variant = pj::find_coordinate_variant(row.name);
    CHECK(std::abs(variant.amplitude(2, 2048, {}) - row.second_order) <= 1e-12 * row.second_order);
    CHECK(std::abs(variant.phase(2048, 1024) - row.phase) <= 1e-12 * row.phase);
  }
}

TEST_CASE("features are pairs of cosine and sine, orders inside frequencies") {
  const pj::Tensor f = pj::lag_features(pj::find_coordinate_variant("lc_phase_only"),
                                        {.train_len = 4, .max_order = 1}, {0.0, 1.0}, 2, 1);
  REQUIRE(f.shape() == pj::Shape{1, 8});
  const double x = 0.5, angle = 2 * std::numbers::pi * std::asinh(x);
  const double expected[] = {
      1, 0, x, 0, std::cos(angle), std::sin(angle), x * std::cos(angle), x * std::sin(angle)};
  for (int i = 0; i < 8; ++i)
    CHECK(std::abs(static_cast<double>(f.data()[i]) - expected[i]) <= 1e-6);
}

TEST_CASE("an unknown variant is an error that lists those there are") {
  CHECK_THROWS_AS(pj::find_coordinate_variant("bent"), pj::UsageError);
}

TEST_SUITE_END();
