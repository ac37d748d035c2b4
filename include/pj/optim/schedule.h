#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// How the learning rate goes on after the warm-up.
enum class ScheduleShape {
  kConstant,  ///< stays at the base rate
  kCosine,    ///< falls along half a cosine to floor_ratio times the base rate
};

/// The learning rate of each step. Steps are counted from 0; with W = warmup, T = total:
///
///   step < W    lr = base (step + 1) / W
///   constant    lr = base
///   cosine      lr = base (floor + (1 - floor) (1 + cos(pi (step - W) / (T - W))) / 2)
///
/// So the base rate is reached at step W - 1 and held there once more, and the floor is reached at
/// step T, one after the last, and kept.
struct Schedule {
  ScheduleShape shape = ScheduleShape::kConstant;
  double base = 3e-3;        ///< learning rate, finite and at least 0
  index_t total = 1;         ///< steps of the whole run
  index_t warmup = 0;        ///< steps of linear warm-up, 0 to total
  double floor_ratio = 0.0;  ///< where the cosine ends, in [0, 1]

  /// Throws ValueError if a field is out of range or step is negative.
  double lr(index_t step) const;
};

/// The shape of a name, "constant" or "cosine"; throws ValueError that lists the names.
ScheduleShape schedule_shape(std::string_view name);
std::vector<std::string> schedule_names();

}  // namespace pj
