#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"
#include "pj/position/sectors.h"

namespace pj {

/// A kernel of the lag that the probes try to fit and the query task teaches.
struct Target {
  std::string name;
  Sector sector;       ///< where it lives; of a mixture, its main part
  int top_order = -1;  ///< highest jet order of a target in the FJ sector; -1 elsewhere
};

/// phase, linear, first_jet, second_jet, third_jet, recency_weak_jet, lc_core, lc_affine.
const std::vector<Target>& targets();
std::vector<std::string> target_names();

/// The row of a name; throws UsageError that lists the names.
const Target& find_target(std::string_view name);

/// The target at one lag (tokens), in double, with x = d / L and the coordinates of coordinates.h:
///
///   phase      cos(w d)                  recency_weak_jet  -0.4 x + 0.15 x^2 cos(w d)
///   linear     x                         lc_core    cos(w phi)(1 + 0.4 beta + 0.2 beta^2)
///   first_jet  x cos(w d)                lc_affine  lc_core - 0.25 eta
///   second_jet x^2 e^{-0.1 x} cos(w d)   third_jet  x^3 e^{-0.1 x} cos(w d)
double target_value(std::string_view name, double lag, double train_len, double omega);

/// At lags 0..num_lags-1.
std::vector<double> target_values(std::string_view name, index_t num_lags, double train_len,
                                  double omega);

/// Radians per token of a frequency in cycles per train length: w = 2 pi cycles / L.
double cycles_to_omega(double cycles, double train_len);

}  // namespace pj
