#include "experiments/experiments.h"

namespace pj {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> kAll = {
      fixed_kernel_experiment(), adaptive_experiment(),      grape_experiment(),
      closure_experiment(),      spectral_flow_experiment(),
  };
  return kAll;
}

}  // namespace pj
