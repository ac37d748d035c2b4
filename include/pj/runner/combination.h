#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "pj/runner/sweep.h"

namespace pj {

/// Results of several experiments by id.
using MemberResults = std::map<std::string, Results, std::less<>>;

/// A table made of the rows of every experiment of a group, which measures nothing itself.
struct Combination {
  /// id, title, source, group, columns, summarise and figures; it has no grid and no settings.
  Experiment table;
  std::function<std::vector<Record>(const MemberResults&)> rows;
};

/// Writes the combination's results.csv, summary.md and figures into `folder` from the finished
/// tasks of its members, and returns the summary as text for a terminal. While a member lacks
/// tasks, no claim is decided.
std::string write_combination(const Combination& combination, const std::vector<Sweep>& members,
                              const std::filesystem::path& folder);

}  // namespace pj
