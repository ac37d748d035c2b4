#pragma once

#include <functional>
#include <span>
#include <string>

#include "bench_cases.h"
#include "bench_report.h"

namespace pj {

/// Something measured at one go: the samples of one row or more.
struct BenchCase {
  std::string name;  ///< the first part of its rows' names
  std::function<Samples(const BenchPlan&)> measure;
};

/// One line of the bench: which sample of which case it shows and what it should reach.
struct BenchRow {
  std::string case_name, sample;
  std::string what, unit;
  Goal goal = {};

  std::string name() const { return case_name + "." + sample; }
};

std::span<const BenchCase> bench_cases();
/// In the order they are printed; rows of one case stand together.
std::span<const BenchRow> bench_rows();

}  // namespace pj
