#include "pj/tensor/fast_exp.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

TEST_SUITE_BEGIN("fast_exp");

TEST_CASE("the relative error is at most 2e-7 over the whole range") {
  double worst = 0;
  for (int i = 0; i <= 4'000'000; ++i) {
    const float x = -87.3f + 175.0f * static_cast<float>(i) / 4'000'000.0f;
    const double exact = std::exp(static_cast<double>(x));
    worst = std::max(worst, std::abs(static_cast<double>(pj::fast_exp(x)) / exact - 1));
  }
  CHECK(worst <= 2e-7);
}

TEST_CASE("zero is exact, far below is exactly 0, NaN stays") {
  CHECK(pj::fast_exp(0.0f) == 1.0f);
  CHECK(pj::fast_exp(-88.0f) == 0.0f);
  for (const float x : {-1e3f, -1e6f, -8.72e6f, -1e30f}) CHECK(pj::fast_exp(x) == 0.0f);
  CHECK(pj::fast_exp(-std::numeric_limits<float>::infinity()) == 0.0f);
  CHECK(std::isnan(pj::fast_exp(std::numeric_limits<float>::quiet_NaN())));
}

TEST_SUITE_END();
