#pragma once

#include <string>
#include <vector>

#include "pj/runner/experiment.h"

namespace pj {

/// What experiments that fit kernels by least squares have in common: the options --train-len,
/// --eval-lens and --cycles.
std::vector<Option> fit_options(std::vector<index_t> eval_lens, std::vector<double> cycles);

/// The keys an experiment names, then train_mse, mse, r2 and condition_number; `residual` is the
/// reason for the tolerance of the errors.
std::vector<ResultColumn> fit_columns(std::vector<ResultColumn> keys, const std::string& residual);

}  // namespace pj
