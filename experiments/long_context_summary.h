#pragma once

#include "pj/runner/experiment.h"

namespace pj {

/// The tables of a long-context experiment, for each corpus, train length and part: loss by length,
/// paired differences from the baseline, loss by position, what the biases chose, attention.
Summary long_context_summary(const Results& results, const Arguments& settings);

/// Its figures: loss against length, paired differences, loss by position, gates and masses.
std::vector<Figure> long_context_figures(const Results& results, const Arguments& settings);

}  // namespace pj
