#include "pj/optim/schedule.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace pj {
namespace {

constexpr std::pair<const char*, ScheduleShape> kShapes[] = {
    {"constant", ScheduleShape::kConstant},
    {"cosine", ScheduleShape::kCosine},
};

void check(const Schedule& schedule, index_t step) {
  require<ValueError>(schedule.base >= 0 && std::isfinite(schedule.base),
                      "Schedule: base must be finite and at least 0, got ", schedule.base);
  require<ValueError>(schedule.warmup >= 0 && schedule.warmup <= schedule.total,
                      "Schedule: warmup must be between 0 and the total of ", schedule.total,
                      " steps, got ", schedule.warmup);
  require<ValueError>(schedule.floor_ratio >= 0 && schedule.floor_ratio <= 1,
                      "Schedule: floor_ratio must be in [0, 1], got ", schedule.floor_ratio);
  require<ValueError>(step >= 0, "Schedule: step must be at least 0, got ", step);
}

}  // namespace

double Schedule::lr(index_t step) const {
  check(*this, step);
  if (step < warmup) return base * static_cast<double>(step + 1) / static_cast<double>(warmup);
  if (shape == ScheduleShape::kConstant) return base;
  if (step >= total) return base * floor_ratio;
  const double done = static_cast<double>(step - warmup) / static_cast<double>(total - warmup);
  const double fall = (1 + std::cos(std::numbers::pi * done)) / 2;
  return base * (floor_ratio + (1 - floor_ratio) * fall);
}

ScheduleShape schedule_shape(std::string_view name) {
  std::string known;
  for (const auto& [text, shape] : kShapes) {
    if (name == text) return shape;
    known += message(known.empty() ? "" : ", ", text);
  }
  throw ValueError(message("schedule: must be one of ", known, ", got ", name));
}

std::vector<std::string> schedule_names() {
  std::vector<std::string> names;
  for (const auto& row : kShapes) names.emplace_back(row.first);
  return names;
}

}  // namespace pj
