#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pj/core/options.h"
#include "pj/runner/experiment.h"

namespace pj {

/// The flags every run of an experiment has beside its settings: --profile, --jobs, --merge,
/// --list, and those of work_options().
std::vector<Option> sweep_options();

/// Runs one experiment in a folder as the flags of `arguments` say, prints its summary, and with
/// `reference` compares its results with that file. Returns 0, or 1 if they disagree.
int run_experiment(const Experiment& experiment, const Arguments& arguments,
                   const std::filesystem::path& folder, const std::filesystem::path& reference);

}  // namespace pj
