#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pj/runner/experiment.h"

namespace pj {

/// A number for people: 4 significant digits; empty for none.
std::string brief(std::optional<double> value);

/// Which columns a table or figure of means is made of.
struct Crossing {
  std::string rows;     ///< a line a value of this column; in a figure, a group of bars
  std::string columns;  ///< a column a value of this one; in a figure, a bar of each group
  std::string number;   ///< the mean of this column, empty where there is no row
};

SummaryTable crossed_table(const Results& results, const Crossing& crossing, std::string caption);
/// Bars begin at zero.
Figure grouped_bars(const Results& results, const Crossing& crossing, std::string name,
                    std::string title);

}  // namespace pj
