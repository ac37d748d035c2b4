#include "pj/optim/schedule.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pj;

TEST_SUITE_BEGIN("schedule");

TEST_CASE("the warm-up is linear and ends at the base rate") {
  const Schedule s{.base = 0.4, .total = 100, .warmup = 4};
  CHECK(s.lr(0) == 0.1);
  CHECK(s.lr(1) == 0.2);
  CHECK(s.lr(3) == 0.4);
  CHECK(s.lr(4) == 0.4);
  CHECK(s.lr(1000) == 0.4);
}

TEST_CASE("the cosine starts at the base rate, halves half-way and ends at the floor") {
  const Schedule s{ScheduleShape::kCosine, 1.0, 12, 2, 0.1};
  CHECK(s.lr(0) == 0.5);
  CHECK(s.lr(1) == 1.0);
  CHECK(s.lr(2) == 1.0);
  CHECK(std::abs(s.lr(7) - 0.55) <= 1e-15);
  CHECK(s.lr(11) > 0.1);
  CHECK(s.lr(12) == 0.1);
  CHECK(s.lr(13) == 0.1);
}

TEST_CASE("a run may be all warm-up, or one step long") {
  const Schedule warm{ScheduleShape::kCosine, 1.0, 2, 2};
  CHECK(warm.lr(0) == 0.5);
  CHECK(warm.lr(1) == 1.0);
  const Schedule single{ScheduleShape::kCosine, 1.0, 1};
  CHECK(single.lr(0) == 1.0);
  CHECK(single.lr(1) == 0.0);
}

TEST_CASE("names give shapes, and others are refused with the list") {
  CHECK(schedule_names() == std::vector<std::string>{"constant", "cosine"});
  CHECK(schedule_shape("cosine") == ScheduleShape::kCosine);
  CHECK_THROWS_WITH_AS(schedule_shape("cos"), "schedule: must be one of constant, cosine, got cos",
                       ValueError);
}

TEST_CASE("fields out of range are named") {
  const auto lr = [](const Schedule& s, index_t step) { return s.lr(step); };
  CHECK_THROWS_WITH_AS(lr({.total = 5, .warmup = 6}, 0),
                       "Schedule: warmup must be between 0 and the total of 5 steps, got 6",
                       ValueError);
  CHECK_THROWS_AS(lr({.base = NAN}, 0), ValueError);
  CHECK_THROWS_AS(lr({.floor_ratio = 1.5}, 0), ValueError);
  CHECK_THROWS_AS(lr({}, -1), ValueError);
}

TEST_SUITE_END();
