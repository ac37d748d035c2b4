#pragma once

#include <string>
#include <vector>

#include "pj/report/figure.h"

namespace pj {

/// How the k-th series of a chart looks: its class gives the colour, and dashes, marks or the
/// filling of bars tell it from the others where colours cannot be seen.
std::string series_class(std::size_t k);

/// A coordinate in a path.
std::string place(double value);

bool has_line(const Series& series);

/// Whether the i-th point of the k-th series has a mark: all measured ones; of a curve a few, each
/// series at other places.
bool has_mark(const Series& series, std::size_t k, std::size_t i);

/// `<path>` of a line in the dashes of the k-th series.
std::string line_shape(const Series& series, std::size_t k, const std::string& path);

/// The path of the k-th mark around a point, closed; and the `<path>` that shows such marks.
std::string mark_path(std::size_t k, double x, double y);
std::string mark_shape(const std::string& path);

struct ChartBox {
  double left, top, right, bottom;
};
/// `<path>` of bars: full, hollow, striped or pale, in turn.
std::string bar_shape(std::size_t k, const std::vector<ChartBox>& bars);

}  // namespace pj
