#include <algorithm>
#include <cmath>

#include "palette.h"
#include "pj/core/numbers.h"
#include "pj/report/figure.h"

namespace pj {
namespace {

constexpr double kBarGroupWidth = 0.8;

/// A text between gnuplot's single quotes, where a quote is doubled and nothing else is special.
std::string quoted(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '\'');
  return "'" + text + "'";
}

std::string axis_label(const FigureAxis& axis) {
  return quoted(axis.unit.empty() ? axis.name : message(axis.name, " (", axis.unit, ")"));
}

bool has_bars(const Figure& figure) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [](const Series& s) { return s.style == SeriesStyle::kBars; });
}

void check(const Figure& figure) {
  require<ValueError>(!figure.series.empty(), "figure ", figure.name,
                      ": there must be a series, got none");
  const bool bars = has_bars(figure);
  for (const Series& s : figure.series) {
    require<ValueError>(
        s.x.size() == s.y.size() && (s.deviation.empty() || s.deviation.size() == s.y.size()),
        "figure ", figure.name, ": x, y and deviation of '", s.name, "' must have one length, got ",
        s.x.size(), ", ", s.y.size(), " and ", s.deviation.size());
    require<ValueError>(bars == (s.style == SeriesStyle::kBars), "figure ", figure.name,
                        ": all series or none must be bars");
  }
}

std::string axis_commands(const char* which, const FigureAxis& axis) {
  std::string text = message("set ", which, "label ", axis_label(axis), " noenhanced\n");
  if (axis.log)
    text += message("set logscale ", which, " 10\nset format ", which, " '10^{%T}'\nset autoscale ",
                    which, "fix\n");
  if (axis.low || axis.high)
    text += message("set ", which, "range [", axis.low ? to_text(*axis.low) : "*", ":",
                    axis.high ? to_text(*axis.high) : "*", "]\n");
  if (axis.ticks.empty()) return text;
  text += message("set ", which, "tics noenhanced (");
  for (std::size_t i = 0; i < axis.ticks.size(); ++i)
    text += message(i == 0 ? "" : ", ", quoted(axis.ticks[i]), " ", i);
  text += message(")\nset ", which,
                  "range [-0.6:", to_text(static_cast<double>(axis.ticks.size()) - 0.4), "]\n");
  if (axis.ticks.size() > 6) text += message("set ", which, "tics rotate by -35\n");
  return text;
}

/// One line a point, x y deviation; an empty line where the curve breaks.
std::string data_block(const Series& s, std::size_t at, double x_offset, const Figure& figure) {
  std::string text = message("$series", at, " << END\n");
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const double x = s.x[i] + x_offset, y = s.y[i];
    const bool shown = std::isfinite(x) && std::isfinite(y) && !(figure.y.log && y <= 0) &&
                       !(figure.x.log && x <= 0);
    text += shown ? message(to_text(x), " ", to_text(y), " ",
                            s.deviation.empty() || !std::isfinite(s.deviation[i])
                                ? "0"
                                : to_text(s.deviation[i]),
                            "\n")
                  : "\n";
  }
  return text + "END\n";
}

bool has_points(const Series& s, const Figure& figure) {
  for (std::size_t i = 0; i < s.y.size(); ++i)
    if (std::isfinite(s.y[i]) && !(figure.y.log && s.y[i] <= 0)) return true;
  return false;
}

std::string drawing(const Series& s, std::size_t at) {
  const std::string color = message(" lc rgb '", kPalette[at % kPalette.size()], "'");
  const std::string mark = message(" pt ", 5 + 2 * (at % 5));
  switch (s.style) {
    case SeriesStyle::kLine:
      return " with lines lw 1.6" + color;
    case SeriesStyle::kLinePoints:
      return " with linespoints lw 1.6" + mark + " ps 0.6" + color;
    case SeriesStyle::kPoints:
      return " with points" + mark + " ps 1.1" + color;
    case SeriesStyle::kDashed:
      return " with lines lw 2.2 dt (6,4)" + color;
    case SeriesStyle::kBars:
      return " with boxes fs solid 0.9 noborder" + color;
    case SeriesStyle::kSteps:
      return " with steps lw 1.6" + color;
  }
  return "";
}

}  // namespace

std::string figure_script(const Figure& figure, const std::filesystem::path& svg) {
  check(figure);
  const auto count = static_cast<double>(figure.series.size());
  const bool bars = has_bars(figure);
  std::string text = message(
      "set terminal svg size 900,480 enhanced font 'Helvetica,13' background 'white'\n",
      "set output ", quoted(svg.string()), "\nset title ", quoted(figure.title), " noenhanced\n",
      "set key outside right top Left reverse noenhanced samplen 2 spacing 1.15\n",
      "set border 3 lc rgb '#404040'\nset tics nomirror out\nset grid lc rgb "
      "'#DDDDDD' lw 0.5\n");
  // Room for marks at the ends of the axes.
  if (!bars) text += "set offsets graph 0.02, graph 0.02, graph 0.03, graph 0.03\n";
  text += axis_commands("x", figure.x) + axis_commands("y", figure.y);
  if (bars) text += message("set boxwidth ", to_text(kBarGroupWidth / count), " absolute\n");
  std::string plot;
  for (std::size_t i = 0; i < figure.series.size(); ++i) {
    const Series& s = figure.series[i];
    if (!has_points(s, figure)) continue;
    const double offset =
        bars ? (static_cast<double>(i) - (count - 1) / 2) * kBarGroupWidth / count : 0.0;
    text += data_block(s, i, offset, figure);
    plot += message(plot.empty() ? "plot " : ", \\\n  ", "$series", i, " using 1:2", drawing(s, i),
                    " title ", quoted(s.name));
    if (!s.deviation.empty())
      plot += message(", \\\n  $series", i,
                      " using 1:($2-$3):(0):(2*$3) with vectors nohead lw 1.6 lc rgb '",
                      bars ? "#404040" : kPalette[i % kPalette.size()], "' notitle");
  }
  require<ValueError>(!plot.empty(), "figure ", figure.name,
                      ": there must be a point to draw, got none");
  return text + plot + "\n";
}

}  // namespace pj
