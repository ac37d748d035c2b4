#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// How a series is drawn.
enum class SeriesStyle {
  kLine,        ///< through the points in order
  kLinePoints,  ///< the same with a mark at each point: few, measured points
  kPoints,      ///< marks alone
  kDashed,      ///< a dashed line: a target or an expected value
  kBars,        ///< bars beside each other at each x; a figure has bars only or none
  kSteps,       ///< one outlined bar a bin, for histograms
};

/// One series of a figure. Points whose y is not finite are left out and break the line.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  SeriesStyle style = SeriesStyle::kLine;
  std::vector<double> deviation = {};  ///< error bars of y +- deviation, or empty for none
};

/// An axis; the label is written `name (unit)`, the unit left out where there is none.
struct FigureAxis {
  std::string name;
  std::string unit = "";
  bool log = false;                     ///< logarithmic; values must be positive
  std::vector<std::string> ticks = {};  ///< texts at x = 0, 1, 2, ... instead of numbers
  std::optional<double> low = {};       ///< where it begins and ends; what lies outside is cut off
  std::optional<double> high = {};
};

/// A picture described, not drawn: the writer decides colours (Okabe and Ito's palette, which
/// colour-blind readers tell apart), marks, fonts and the place of the legend (outside the data).
struct Figure {
  std::string name;   ///< file name without its ending: "fit_phase"
  std::string title;  ///< one line
  FigureAxis x;
  FigureAxis y;
  std::vector<Series> series;
};

/// Whether the program that draws (gnuplot) is installed.
bool can_draw_figures();

/// The script that makes `figure` into an SVG file when gnuplot runs it.
std::string figure_script(const Figure& figure, const std::filesystem::path& svg);

/// Writes `folder/NAME.svg` and returns its path. Throws ValueError for series of unequal lengths
/// or a figure without any, IoError with what gnuplot said if it fails or is not installed.
std::filesystem::path write_figure(const Figure& figure, const std::filesystem::path& folder);

}  // namespace pj
