#pragma once

#include <string>

#include "pj/report/figure.h"

namespace pj {

/// A figure as a `<figure>` element for a page, drawn without another program: caption, an `<svg>`
/// of axes with ticks and units, error bars, lines, marks or bars, and below it the legend as a
/// list. Text, axes and grid take the page's text colour. Series differ in colour, dashes and
/// marks, so that none of them needs its colour to be told from the others. Points that are not
/// finite, or not positive on a logarithmic axis, break a line; what lies outside of fixed ends is
/// cut off. Throws ValueError for series of unequal lengths or a figure without a point that can be
/// drawn.
std::string chart_html(const Figure& figure);

/// The style sheet that charts need, once a page: the colours of series on light and dark pages,
/// each with a contrast of at least 3 against them.
std::string chart_style();

}  // namespace pj
