#include "experiments/lag_buckets.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("lag_buckets");

TEST_CASE("buckets cover lags 1 to the end once, and the last ends with the sequence") {
  const auto buckets = pj::lag_buckets(1024, 8192);
  REQUIRE(buckets.size() == 3);
  pj::index_t next = 1;
  for (const pj::LagBucket& bucket : buckets) {
    CHECK(bucket.min_lag == next);
    next = bucket.max_lag + 1;
  }
  CHECK(next == 8192);
  CHECK(buckets.back().name == "x4_16");
  CHECK(buckets.back().holds(8191));
  CHECK_FALSE(buckets.back().holds(4095));
}

TEST_CASE("evenly spaced numbers have both ends and round halves to even") {
  CHECK(pj::evenly_spaced(0, 3, 3) == std::vector<pj::index_t>{0, 2, 3});
  CHECK(pj::evenly_spaced(1, 4, 3) == std::vector<pj::index_t>{1, 2, 4});
  CHECK_THROWS_AS(pj::evenly_spaced(3, 2, 2), pj::ValueError);
}

TEST_SUITE_END();
