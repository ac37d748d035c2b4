#pragma once

#include <optional>
#include <span>
#include <string>

#include "pj/core/error.h"

namespace pj {

/// Mean and spread of one measurement over seeds; what does not exist is absent, not zero.
///
///   mean = sum x / n        deviation = sqrt(sum (x - mean)^2 / (n - 1)), from n = 2 on
struct Spread {
  std::optional<double> mean;
  std::optional<double> deviation;
  index_t n = 0;
};

/// Throws ValueError if a value is not finite.
Spread spread(std::span<const double> values);

/// The spread of a[i] - b[i], for two methods measured on the same seeds and windows.
/// Throws ValueError unless both have as many values.
Spread paired_difference(std::span<const double> a, std::span<const double> b);

/// "2.4615 ± 0.0021"; the mean alone where there is no deviation; empty where there is no mean.
std::string to_text(const Spread& spread, int digits);

}  // namespace pj
