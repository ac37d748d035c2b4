#include "experiments/feature_scale.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

TEST_SUITE_BEGIN("feature_scale");

namespace {

/// Columns: one that varies, one that is constant in all rows but the last.
pj::Tensor example() {
  pj::Tensor rows = pj::Tensor::empty({5, 2});
  for (pj::index_t i = 0; i < 5; ++i) {
    rows.data()[2 * i] = static_cast<pj::real>(i);
    rows.data()[2 * i + 1] = static_cast<pj::real>(i < 4 ? 0.1 : 0.35);
  }
  return rows;
}

}  // namespace

TEST_CASE("mean and sample deviation are those of the rows it was made from") {
  pj::Tensor rows = example();
  pj::Tensor first = pj::Tensor::empty({4, 2});
  std::copy_n(rows.data(), 8, first.data());
  const pj::FeatureScale scale(first);
  scale.apply(rows);
  CHECK(std::abs(static_cast<double>(rows.data()[0]) + 1.5 / std::sqrt(5.0 / 3)) <= 1e-6);
  CHECK(std::abs(static_cast<double>(rows.data()[8]) - 2.5 / std::sqrt(5.0 / 3)) <= 1e-6);
  // Constant: no deviation counts as less than 1e-6.
  CHECK(std::abs(static_cast<double>(rows.data()[1])) <= 1e-6);
  CHECK(std::abs(static_cast<double>(rows.data()[9]) - 250000) <= 1);
  CHECK(scale.differ_in_constant(rows, 0, 4));
  CHECK_FALSE(scale.differ_in_constant(rows, 0, 3));
}

TEST_SUITE_END();
