#include "bench_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "pj/report/table.h"

namespace pj {
namespace {

double lowest(const BenchResult& r) {
  return *std::min_element(r.samples.begin(), r.samples.end());
}
double highest(const BenchResult& r) {
  return *std::max_element(r.samples.begin(), r.samples.end());
}

/// Four digits, which is more than such a measurement is worth.
Cell rounded(double value) {
  if (!std::isfinite(value)) return {};
  const double size = std::fabs(value);
  return Cell::fixed(value, size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3);
}

std::string goal_text(const Goal& goal) {
  if (goal.kind == Goal::kNone) return "";
  return message(goal.kind == Goal::kAtLeast ? ">= " : "<= ", goal.value);
}

}  // namespace

double median(std::span<const double> samples) {
  require<ValueError>(!samples.empty(), "median: there must be samples, got 0");
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double goal_ratio(const BenchResult& result) {
  if (result.goal.kind == Goal::kNone) return std::numeric_limits<double>::quiet_NaN();
  return median(result.samples) / result.goal.value;
}

bool goal_met(const BenchResult& result) {
  const double value = median(result.samples);
  if (result.goal.kind == Goal::kAtLeast) return value >= result.goal.value;
  return result.goal.kind == Goal::kNone || value <= result.goal.value;
}

std::string bench_table(std::span<const BenchResult> results) {
  Table table(
      {{"row"}, {"what"}, {"value"}, {"unit"}, {"low"}, {"high"}, {"goal"}, {"ratio"}, {"met"}});
  for (const BenchResult& r : results) {
    const bool has_goal = r.goal.kind != Goal::kNone;
    table.add({r.name, r.what, rounded(median(r.samples)), r.unit, rounded(lowest(r)),
               rounded(highest(r)), goal_text(r.goal), rounded(goal_ratio(r)),
               has_goal ? Cell(goal_met(r) ? "yes" : "NO") : Cell()});
  }
  return table.text();
}

Json bench_json(const Facts& machine, std::span<const BenchResult> results) {
  Json facts, rows = Json::array();
  for (const auto& [name, value] : machine) facts[name] = value;
  for (const BenchResult& r : results) {
    const bool has_goal = r.goal.kind != Goal::kNone;
    Json samples = Json::array();
    for (const double sample : r.samples) samples.push_back(json_number(sample));
    rows.push_back(
        {{"name", r.name},
         {"value", json_number(median(r.samples))},
         {"unit", r.unit},
         {"goal", has_goal ? json_number(r.goal.value) : Json()},
         {"ratio", json_number(goal_ratio(r))},
         {"met", has_goal ? Json(goal_met(r)) : Json()},
         {"what", r.what},
         {"at", has_goal ? Json(r.goal.kind == Goal::kAtLeast ? "least" : "most") : Json()},
         {"low", json_number(lowest(r))},
         {"high", json_number(highest(r))},
         {"samples", samples}});
  }
  return {{"machine", facts}, {"rows", rows}};
}

}  // namespace pj
