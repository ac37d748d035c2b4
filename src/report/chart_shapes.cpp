#include "chart_shapes.h"

#include <algorithm>
#include <array>

#include "palette.h"
#include "pj/core/numbers.h"
#include "pj/report/chart.h"

namespace pj {
namespace {

constexpr std::array kDashes = {"", "7 4", "2 3", "9 3 2 3", "5 2"};
constexpr std::array kFillings = {1.0, 0.15, 0.15, 0.5};
constexpr std::size_t kStriped = 2;
constexpr double kStripe = 4;
constexpr std::size_t kMarks = 7;
constexpr std::size_t kMarksOfCurve = 5, kMarkStep = 7;  // marks, and how far each series moves on

}  // namespace

std::string series_class(std::size_t k) { return message("s", k % kLightPalette.size()); }

std::string place(double value) { return to_fixed(value, 1); }

bool has_line(const Series& series) {
  return series.style != SeriesStyle::kPoints && series.style != SeriesStyle::kBars;
}

bool has_mark(const Series& series, std::size_t k, std::size_t i) {
  if (series.style == SeriesStyle::kPoints || series.style == SeriesStyle::kLinePoints) return true;
  const std::size_t each = std::max<std::size_t>(1, series.x.size() / kMarksOfCurve);
  return i % each == (k * kMarkStep + each / 2) % each;
}

std::string line_shape(const Series& series, std::size_t k, const std::string& path) {
  // One more in each round of colours, so that no pair of both returns early.
  const std::string dashes = series.style == SeriesStyle::kDashed
                                 ? kDashes[1]
                                 : kDashes[(k + k / kLightPalette.size()) % kDashes.size()];
  return message("<path d=\"", path, "\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"",
                 dashes.empty() ? "" : " stroke-dasharray=\"" + dashes + "\"", "/>");
}

std::string mark_path(std::size_t k, double x, double y) {
  const auto from = [&](double dx, double dy) { return "M" + place(x + dx) + " " + place(y + dy); };
  switch (k % kMarks) {
    case 0:
      return from(-3.2, 0) + "a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z";
    case 1:
      return from(-3, -3) + "h6v6h-6z";
    case 2:
      return from(0, -4) + "l4 7h-8z";
    case 3:
      return from(0, -4.4) + "l4 4.4l-4 4.4l-4 -4.4z";
    case 4:
      return from(0, 4) + "l4 -7h-8z";
    case 5:
      return from(-1.2, -4) + "h2.4v2.8h2.8v2.4h-2.8v2.8h-2.4v-2.8h-2.8v-2.4h2.8z";
    default:
      return from(-4, -2) + "h8v4h-8z";
  }
}

std::string mark_shape(const std::string& path) {
  return "<path d=\"" + path + "\" fill=\"currentColor\"/>";
}

std::string bar_shape(std::size_t k, const std::vector<ChartBox>& bars) {
  const std::size_t filling = k % kFillings.size();
  std::string path, stripes;
  for (const ChartBox& bar : bars) {
    path += message("M", place(bar.left), " ", place(bar.bottom), "V", place(bar.top), "H",
                    place(bar.right), "V", place(bar.bottom), "z");
    for (double y = bar.bottom - kStripe; filling == kStriped && y > bar.top; y -= kStripe)
      stripes += message("M", place(bar.left), " ", place(y), "H", place(bar.right));
  }
  return message("<path d=\"", path, stripes, "\" fill=\"currentColor\" fill-opacity=\"",
                 to_fixed(kFillings[filling], 2), "\" stroke=\"currentColor\"/>");
}

std::string chart_style() {
  std::string light, dark;
  for (std::size_t k = 0; k < kLightPalette.size(); ++k) {
    light += message(".s", k, "{color:", kLightPalette[k], "}");
    dark += message(".s", k, "{color:", kDarkPalette[k], "}");
  }
  return light + "\n@media screen and (prefers-color-scheme: dark) {" + dark +
         "}\n"
         ".charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, "
         "24rem), 1fr)); gap: 1.5rem; margin: 1rem 0; }\n"
         ".chart { display: grid; grid-template-rows: subgrid; grid-row: span 3; row-gap: 0.2rem; "
         "margin: 0; min-width: 0; }\n"
         ".chart figcaption { font-weight: 600; font-size: 0.95rem; align-self: end; }\n"
         ".chart > svg { display: block; width: 100%; height: auto; max-width: 34rem; }\n"
         ".legend { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; margin: 0.2rem 0; "
         "padding: 0; list-style: none; font-size: 0.8rem; }\n"
         ".key { width: 30px; height: 12px; margin-right: 0.4rem; vertical-align: middle; }\n";
}

}  // namespace pj
