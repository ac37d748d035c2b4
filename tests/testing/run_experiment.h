#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pj/runner/sweep.h"
#include "testing/temp_folder.h"

namespace pj::testing {

using Changes = std::vector<std::pair<std::string, std::string>>;

/// An experiment's small profile, but for the settings given as typed.
inline Arguments small_settings(const Experiment& experiment, const Changes& given = {}) {
  Arguments flags(experiment.settings);
  for (const auto& [name, text] : given) flags.set(name, text);
  return experiment_settings(experiment, "smoke", flags);
}

/// Every row of it under those settings.
inline Results run_small(const Experiment& experiment, const Changes& given = {}) {
  const TempFolder folder;
  const Sweep sweep(experiment, small_settings(experiment, given), folder.path());
  sweep.run({}, ProgressStyle::kQuiet);
  return sweep.results();
}

}  // namespace pj::testing
