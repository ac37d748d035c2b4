#pragma once

#include <cstdint>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// The difference of two methods measured on the same windows of the same seeds.
struct PairedDifference {
  double mean = 0;           ///< over seeds, of the mean over windows
  double low = 0, high = 0;  ///< 95 % interval of the mean
  index_t seeds = 0;
  index_t windows = 0;  ///< all seeds together
  index_t won = 0;      ///< windows with a difference below zero
};

/// Mean and percentile-bootstrap interval of paired differences, `differences[seed][window]`. A
/// resample draws as many seeds with replacement and, of each drawn one, as many windows with
/// replacement, so that the interval holds the spread over both; with one seed it holds the spread
/// over windows alone. Deterministic.
///
/// throws    ValueError unless there is a seed and every seed has a window
/// source    Efron and Tibshirani 1993, chapters 8 and 13
PairedDifference paired_bootstrap(const std::vector<std::vector<double>>& differences,
                                  index_t resamples = 10000);

}  // namespace pj
