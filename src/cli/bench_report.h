#pragma once

#include <span>
#include <string>
#include <vector>

#include "pj/core/build_info.h"
#include "pj/report/json.h"

namespace pj {

/// What a measured number should reach.
struct Goal {
  enum Kind { kNone, kAtLeast, kAtMost } kind = kNone;
  double value = 0;
};

/// One row of the bench: several samples of one quantity.
struct BenchResult {
  std::string name;  ///< what --only takes, such as "step.full.share"
  std::string what;  ///< half a sentence
  std::string unit;
  Goal goal;
  std::vector<double> samples;  ///< in the order they were taken, at least one
};

/// The middle one, or the mean of the two in the middle. Throws ValueError if there are none.
double median(std::span<const double> samples);

/// The median over the goal; NaN for a row without a goal.
double goal_ratio(const BenchResult& result);

/// Whether the median reaches the goal: a NaN never does, and a row without a goal always.
bool goal_met(const BenchResult& result);

/// Rows for people: value, smallest and largest sample, goal, value over goal, met.
std::string bench_table(std::span<const BenchResult> results);

/// {"machine": {...}, "rows": [{name, value, unit, goal, ratio, met, what, at, low, high,
/// samples}]} with null for what a row does not have; `at` is "least" or "most".
Json bench_json(const Facts& machine, std::span<const BenchResult> results);

}  // namespace pj
