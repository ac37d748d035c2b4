#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pj/report/json.h"
#include "pj/report/table.h"
#include "pj/train/run_log.h"

namespace pj {

/// What a run folder says about itself and its last evaluation.
struct RunRecord {
  std::string name;  // the last two parts of its path
  std::string method;
  LastEvaluations loss;  // empty before the first evaluation
  Row choices;           // gates, slope and high-order mass of the learned bias
  Json config;           // config.json
};

/// Throws IoError for a folder whose config.json is not a training's.
RunRecord read_run(const std::filesystem::path& folder);

/// The columns of RunRecord::choices.
std::vector<Column> choice_columns();

/// A run a row: its name, method, loss by length and what its bias has learned.
Table comparison_table(const std::vector<RunRecord>& runs);

}  // namespace pj
