#pragma once

#include <filesystem>

#include "pj/report/json.h"
#include "pj/runner/experiment.h"

namespace pj {

/// The settings that a config.json holds, as an experiment reads them; what it does not hold has
/// the default, and what the experiment does not know is left out. Throws UsageError for a value
/// that the experiment refuses now.
Arguments recorded_settings(const Experiment& experiment, const Json& settings);

/// The rows of a folder's results.csv; timing columns are absent. Throws IoError if its header is
/// not the experiment's.
Results recorded_results(const Experiment& experiment, const std::filesystem::path& folder);

/// A setting as it would be typed: a list with commas.
std::string setting_text(const Json& value);

}  // namespace pj
