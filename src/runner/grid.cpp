#include "pj/runner/grid.h"

#include <algorithm>
#include <set>

#include "pj/core/join.h"
#include "pj/core/numbers.h"

namespace pj {
namespace {

constexpr std::string_view kSeedAxis = "seed";

/// A value as part of a file name: what is no letter, digit, point or underscore becomes "_".
std::string name_part(const std::string& axis, const std::string& value) {
  std::string part = parse_number(value) ? axis + value : value;
  std::replace_if(
      part.begin(), part.end(),
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '_'; }, '_');
  return part;
}

}  // namespace

Axis seed_axis(const Arguments& settings) {
  return number_axis(std::string(kSeedAxis), settings.value("seeds"));
}

Axis number_axis(std::string name, const OptionValue& values) {
  Axis axis{std::move(name), {}};
  if (const auto* integers = std::get_if<std::vector<index_t>>(&values)) {
    for (const index_t value : *integers) axis.values.push_back(std::to_string(value));
  } else if (const auto* numbers = std::get_if<std::vector<double>>(&values)) {
    for (const double value : *numbers) axis.values.push_back(to_text(value));
  } else {
    throw ValueError(message("number_axis: ", axis.name, " must be a list of numbers"));
  }
  return axis;
}

Option seeds_option(std::vector<index_t> seeds) {
  return {
      "seeds", std::move(seeds), "", "repetitions, each with its own random streams", {.min = 0}};
}

GridPoint::GridPoint(std::vector<std::string> axes, std::vector<std::string> values)
    : axes_(std::move(axes)), values_(std::move(values)) {
  require<ValueError>(axes_.size() == values_.size(),
                      "GridPoint: there must be a value on each of ", axes_.size(), " axes, got ",
                      values_.size());
}

const std::string& GridPoint::text(std::string_view axis) const {
  const auto found = std::find(axes_.begin(), axes_.end(), axis);
  require<ValueError>(found != axes_.end(), "GridPoint: an axis must be one of ", join(axes_, ", "),
                      ", got '", axis, "'");
  return values_[static_cast<std::size_t>(found - axes_.begin())];
}

index_t GridPoint::integer(std::string_view axis) const {
  const std::optional<index_t> value = parse_integer(text(axis));
  require<ValueError>(value.has_value(), "GridPoint: ", axis, " must be an integer, got '",
                      text(axis), "'");
  return *value;
}

double GridPoint::number(std::string_view axis) const {
  const std::optional<double> value = parse_number(text(axis));
  require<ValueError>(value.has_value(), "GridPoint: ", axis, " must be a number, got '",
                      text(axis), "'");
  return *value;
}

std::uint64_t GridPoint::seed() const {
  const bool seeded = std::find(axes_.begin(), axes_.end(), kSeedAxis) != axes_.end();
  return seeded ? static_cast<std::uint64_t>(integer(kSeedAxis)) : 0;
}

std::string GridPoint::id() const {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < axes_.size(); ++i) parts.push_back(name_part(axes_[i], values_[i]));
  return parts.empty() ? "all" : join(parts, "-");
}

std::vector<GridPoint> expand(const std::vector<Axis>& axes) {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> combinations = {{}};
  for (const Axis& axis : axes) {
    require<ValueError>(!axis.values.empty(), "grid: axis ", axis.name, " must have a value");
    names.push_back(axis.name);
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& head : combinations) {
      for (const std::string& value : axis.values) {
        longer.push_back(head);
        longer.back().push_back(value);
      }
    }
    combinations = std::move(longer);
  }
  std::vector<GridPoint> points;
  std::set<std::string> ids;
  for (std::vector<std::string>& values : combinations) {
    points.emplace_back(names, std::move(values));
    require<ValueError>(ids.insert(points.back().id()).second,
                        "grid: each task must occur once, got two of ", points.back().id());
  }
  return points;
}

}  // namespace pj
