#pragma once

#include <vector>

#include "pj/runner/combination.h"

namespace pj {

/// One function a table, in a file of its own name or, where tables share all but their grid, of
/// their group's.
Experiment fixed_kernel_experiment();
Experiment adaptive_experiment();
Experiment grape_experiment();
Experiment closure_experiment();
Experiment spectral_flow_experiment();
Experiment stability_experiment();
Experiment retrieval_experiment();
Experiment cache_experiment();
Experiment resolution_experiment();
Experiment attention_retrieval_experiment();
Experiment query_experiment();
Experiment query_sectors_experiment();
Experiment query_support_experiment();
Experiment training_reference_experiment();
Experiment language_core_experiment();
Experiment language_sectors_experiment();
Experiment language_orders_experiment();
Experiment language_stress_experiment();
Experiment music_structure_experiment();
Experiment music_stress_experiment();
Experiment text_and_music_experiment();

/// Tables made of all experiments of a group.
Combination light_cone_combination();
const std::vector<Combination>& combinations();

/// All of them in the order of `reproduce --list`.
const std::vector<Experiment>& experiments();

}  // namespace pj
