#include "cli/bench_report.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "pj/core/error.h"

TEST_SUITE_BEGIN("bench_report");

namespace {

const pj::Goal kMost{pj::Goal::kAtMost, 4}, kLeast{pj::Goal::kAtLeast, 4}, kNone{};

pj::BenchResult result(pj::Goal goal, std::vector<double> samples) {
  return {"a.b", "something", "s", goal, std::move(samples)};
}

}  // namespace

TEST_CASE("the median of an even count is the mean of the two in the middle") {
  CHECK(pj::median(std::vector<double>{9, 1, 2}) == 2);
  CHECK(pj::median(std::vector<double>{9, 1, 2, 4}) == 3);
  CHECK_THROWS_WITH_AS(pj::median({}), "median: there must be samples, got 0", pj::ValueError);
}

TEST_CASE("a goal is met at its value and on its side, and never by a NaN") {
  CHECK(pj::goal_met(result(kMost, {4})));
  CHECK(pj::goal_met(result(kLeast, {4})));
  CHECK_FALSE(pj::goal_met(result(kMost, {4.1})));
  CHECK_FALSE(pj::goal_met(result(kLeast, {3.9})));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(pj::goal_met(result(kMost, {nan})));
  CHECK_FALSE(pj::goal_met(result(kLeast, {nan})));
  CHECK(pj::goal_ratio(result(kMost, {1, 2, 3})) == 0.5);
  CHECK(std::isnan(pj::goal_ratio(result(kNone, {1}))));
}

TEST_CASE("a row in JSON has null where it has nothing to say") {
  const std::vector<pj::BenchResult> results = {result(kLeast, {1, 8, 2}), result(kNone, {5})};
  const pj::Json json = pj::bench_json({{"BLAS", "x"}}, results);
  CHECK(json.dump() ==
        R"({"machine":{"BLAS":"x"},"rows":[)"
        R"({"name":"a.b","value":2.0,"unit":"s","goal":4.0,"ratio":0.5,"met":false,)"
        R"("what":"something","at":"least","low":1.0,"high":8.0,"samples":[1.0,8.0,2.0]},)"
        R"({"name":"a.b","value":5.0,"unit":"s","goal":null,"ratio":null,"met":null,)"
        R"("what":"something","at":null,"low":5.0,"high":5.0,"samples":[5.0]}]})");
}

TEST_CASE("the table shows a goal that is missed") {
  const std::vector<pj::BenchResult> results = {result(kLeast, {1, 8, 2})};
  CHECK(pj::bench_table(results) ==
        "row  what       value  unit    low   high  goal  ratio  met\n"
        "---  ---------  -----  ----  -----  -----  ----  -----  ---\n"
        "a.b  something  2.000  s     1.000  8.000  >= 4  0.500  NO\n");
}

TEST_SUITE_END();
