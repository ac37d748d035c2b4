#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pj/runner/sweep.h"
#include "testing/temp_folder.h"

namespace pj::testing {

/// Every row of an experiment under its small profile, but for the settings given as typed.
inline Results run_small(const Experiment& experiment,
                         const std::vector<std::pair<std::string, std::string>>& given = {}) {
  const TempFolder folder;
  Arguments flags(experiment.settings);
  for (const auto& [name, text] : given) flags.set(name, text);
  const Sweep sweep(experiment, experiment_settings(experiment, "smoke", flags), folder.path());
  sweep.run({}, ProgressStyle::kQuiet);
  return sweep.results();
}

/// The settings such a run had.
inline Arguments small_settings(const Experiment& experiment) {
  return experiment_settings(experiment, "smoke", Arguments(experiment.settings));
}

}  // namespace pj::testing
