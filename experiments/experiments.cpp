#include "experiments/experiments.h"

namespace pj {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> kAll = {
      fixed_kernel_experiment(),    adaptive_experiment(),
      grape_experiment(),           closure_experiment(),
      spectral_flow_experiment(),   stability_experiment(),
      retrieval_experiment(),       cache_experiment(),
      resolution_experiment(),      attention_retrieval_experiment(),
      query_experiment(),           query_sectors_experiment(),
      query_support_experiment(),   training_reference_experiment(),
      language_core_experiment(),   language_sectors_experiment(),
      language_orders_experiment(), language_stress_experiment(),
      music_structure_experiment(), music_stress_experiment(),
      text_and_music_experiment(),
  };
  return kAll;
}

const std::vector<Combination>& combinations() {
  static const std::vector<Combination> kAll = {light_cone_combination()};
  return kAll;
}

}  // namespace pj
