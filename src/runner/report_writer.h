#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "pj/runner/experiment.h"

namespace pj {

/// How many of a sweep's tasks are finished, and how many wait, by what they wait for.
struct TaskCount {
  index_t done = 0;
  index_t all = 0;
  std::map<std::string, index_t> waiting = {};
};

/// Writes results.csv, timings.csv, aggregate.csv, summary.md and the figures of a sweep, and
/// returns the summary as text for a terminal. Without gnuplot the summary says so instead of
/// showing figures.
std::string write_report(const Experiment& experiment, const Arguments& settings,
                         const Results& results, TaskCount tasks,
                         const std::filesystem::path& folder);

}  // namespace pj
