#pragma once

#include <optional>

#include "pj/runner/results.h"

namespace pj {

/// Rows that differ in the key column "seed" alone, as one: the other keys, n (rows), and for each
/// numeric value column X its X_mean and X_std (absent without a number, or with one). Nothing if
/// there is no such column or only one seed. Text values are left out.
std::optional<CsvTable> aggregate_over_seeds(const Results& results);

}  // namespace pj
