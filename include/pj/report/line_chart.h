#pragma once

#include <string>

#include "pj/report/figure.h"

namespace pj {

/// A figure of lines as an `<svg>` element for a page, drawn without another program: title, axes
/// with ticks and units, a line a series with marks where it is kLinePoints, and below the axes a
/// legend. Text and axes take the page's text colour. Lines differ in colour and, from the second
/// on, in dashes. Points that are not finite, or not positive on a logarithmic axis, break a line.
/// Bars, error bars, tick texts and fixed ends are not drawn. Throws ValueError for series of
/// unequal lengths or a figure without a point that can be drawn.
std::string line_chart(const Figure& figure);

/// Where ticks go between two values: multiples of 1, 2 or 5 times a power of ten, at least two and
/// at most about `most`, all within [low, high].
std::vector<double> linear_ticks(double low, double high, int most);

}  // namespace pj
