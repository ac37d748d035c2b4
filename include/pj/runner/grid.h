#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/options.h"

namespace pj {

/// One direction of a grid: {"basis", {"rope", "alibi"}}. Values are text, as in a CSV file.
struct Axis {
  std::string name;
  std::vector<std::string> values;
};

/// The axis "seed" of the option --seeds, and an axis of the numbers of any other list option.
Axis seed_axis(const Arguments& settings);
Axis number_axis(std::string name, const OptionValue& values);

/// The option --seeds: 0,1,2 unless another default is given.
Option seeds_option(std::vector<index_t> seeds = {0, 1, 2});

/// One task's place in a grid: a value on each axis.
class GridPoint {
 public:
  /// Throws ValueError unless there are as many values as axes.
  GridPoint(std::vector<std::string> axes, std::vector<std::string> values);

  /// Value on an axis; throws ValueError for an axis the grid does not have or a text that is no
  /// number.
  const std::string& text(std::string_view axis) const;
  index_t integer(std::string_view axis) const;
  double number(std::string_view axis) const;

  /// Value on the axis "seed"; 0 in a grid without one.
  std::uint64_t seed() const;

  const std::vector<std::string>& axes() const { return axes_; }

  /// A name for the task and its folder: values joined by "-", a number behind its axis's name, as
  /// in "fj_affine-seed2"; "all" in a grid without axes.
  std::string id() const;

 private:
  std::vector<std::string> axes_, values_;
};

/// Every combination, the last axis running fastest. Throws ValueError for an axis without values
/// or two points of one id.
std::vector<GridPoint> expand(const std::vector<Axis>& axes);

}  // namespace pj
