#include "pj/report/line_chart.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "palette.h"
#include "pj/core/numbers.h"
#include "pj/report/html.h"

namespace pj {
namespace {

constexpr double kWidth = 680, kLeft = 70, kRight = 660, kTop = 40, kBottom = 300;
constexpr double kLegendTop = 370, kLegendRow = 22, kLegendColumn = 300;
constexpr std::array kDashes = {"", "8 4", "2 3", "8 3 2 3"};
constexpr std::size_t kMostNamedValues = 8;

std::string place(double value) { return to_fixed(value, 1); }

/// An axis of data laid over an interval of the page.
class Scale {
 public:
  Scale(const FigureAxis& axis, const std::vector<double>& values, double from, double to)
      : log_(axis.log), from_(from), to_(to) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    low_ = mapped(*least);
    high_ = mapped(*most);
    const double spare = high_ > low_ ? 0.04 * (high_ - low_) : std::max(std::abs(low_), 1.0) / 10;
    low_ -= spare;
    high_ += spare;
  }

  double at(double value) const {
    return from_ + (mapped(value) - low_) / (high_ - low_) * (to_ - from_);
  }

  /// On a logarithmic axis the values themselves while they are few, else powers of ten.
  std::vector<double> ticks(const std::vector<double>& values) const {
    if (!log_) return linear_ticks(low_, high_, 7);
    const std::set<double> distinct(values.begin(), values.end());
    if (distinct.size() <= kMostNamedValues) return {distinct.begin(), distinct.end()};
    std::vector<double> powers;
    for (double power = std::ceil(low_); power <= high_; ++power)
      powers.push_back(std::pow(10.0, power));
    return powers;
  }

 private:
  double mapped(double value) const { return log_ ? std::log10(value) : value; }

  bool log_;
  double from_, to_, low_ = 0.0, high_ = 1.0;
};

bool can_be_drawn(const Figure& figure, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!figure.x.log || x > 0) &&
         (!figure.y.log || y > 0);
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return message("<text x=\"", place(x), "\" y=\"", place(y), "\" text-anchor=\"", anchor, "\">",
                 html_escape(text), "</text>\n");
}

std::string axis_label(const FigureAxis& axis) {
  return axis.unit.empty() ? axis.name : axis.name + " (" + axis.unit + ")";
}

std::string axes_svg(const Figure& figure, const Scale& x, const std::vector<double>& x_ticks,
                     const Scale& y, const std::vector<double>& y_ticks) {
  std::string grid, labels;
  for (const double value : x_ticks) {
    grid += message("M", place(x.at(value)), " ", kTop, "V", kBottom);
    labels += text_at(x.at(value), kBottom + 20, "middle", to_significant(value, 6));
  }
  for (const double value : y_ticks) {
    grid += message("M", kLeft, " ", place(y.at(value)), "H", kRight);
    labels += text_at(kLeft - 8, y.at(value) + 4, "end", to_significant(value, 4));
  }
  const double middle = (kTop + kBottom) / 2;
  return message(
      "<path d=\"", grid, "\" fill=\"none\" stroke=\"currentColor\" opacity=\"0.15\"/>\n",
      "<path d=\"M", kLeft, " ", kTop, "V", kBottom, "H", kRight,
      "\" fill=\"none\" stroke=\"currentColor\"/>\n", labels,
      text_at((kLeft + kRight) / 2, kBottom + 44, "middle", axis_label(figure.x)),
      "<text transform=\"translate(16 ", place(middle), ") rotate(-90)\" text-anchor=\"middle\">",
      html_escape(axis_label(figure.y)), "</text>\n");
}

/// Colour and dashes of the k-th line; black is the page's text colour, which the dark page turns.
std::string stroke(std::size_t k) {
  const std::string colour = kPalette[k % kPalette.size()];
  return message("stroke=\"", colour == "#000000" ? "currentColor" : colour,
                 "\" stroke-width=\"2\" stroke-dasharray=\"", kDashes[k % kDashes.size()], "\"");
}

std::string line_svg(const Figure& figure, std::size_t k, const Scale& x, const Scale& y) {
  const Series& series = figure.series[k];
  std::string path, marks;
  bool drawing = false;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool drawn = can_be_drawn(figure, series.x[i], series.y[i]);
    if (drawn) {
      const std::string point = place(x.at(series.x[i])) + " " + place(y.at(series.y[i]));
      path += (drawing ? "L" : "M") + point;
      marks += "M" + point + "h0";
    }
    drawing = drawn;
  }
  std::string svg = message("<path d=\"", path, "\" fill=\"none\" ", stroke(k), "/>\n");
  if (series.style == SeriesStyle::kLinePoints)
    svg += message("<path d=\"", marks, "\" fill=\"none\" stroke-linecap=\"round\" ", stroke(k),
                   " style=\"stroke-width:7;stroke-dasharray:none\"/>\n");
  return svg;
}

std::string legend_svg(const Figure& figure) {
  std::string svg;
  for (std::size_t k = 0; k < figure.series.size(); ++k) {
    const double x = kLeft + (k % 2 == 0 ? 0 : kLegendColumn);
    const double y = kLegendTop + kLegendRow * static_cast<double>(k / 2);
    svg += message("<path d=\"M", x, " ", y, "h34\" fill=\"none\" ", stroke(k), "/>\n",
                   text_at(x + 42, y + 4, "start", figure.series[k].name));
  }
  return svg;
}

}  // namespace

std::vector<double> linear_ticks(double low, double high, int most) {
  const double rough = (high - low) / most;
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough) step = factor * power;
  std::vector<double> ticks;
  for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
  return ticks;
}

std::string line_chart(const Figure& figure) {
  std::vector<double> xs, ys;
  for (const Series& series : figure.series) {
    require<ValueError>(series.x.size() == series.y.size(), "line_chart: x and y of '", series.name,
                        "' must have one length, got ", series.x.size(), " and ", series.y.size());
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!can_be_drawn(figure, series.x[i], series.y[i])) continue;
      xs.push_back(series.x[i]);
      ys.push_back(series.y[i]);
    }
  }
  require<ValueError>(!xs.empty(), "line_chart: '", figure.title,
                      "' must have a point to draw, got none");
  const Scale x(figure.x, xs, kLeft, kRight), y(figure.y, ys, kBottom, kTop);
  const double height =
      kLegendTop + kLegendRow * static_cast<double>((figure.series.size() + 1) / 2);
  const std::string title = html_escape(figure.title);
  std::string svg = message("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", kWidth, " ",
                            height, "\" role=\"img\" aria-label=\"", title, "\"><title>", title,
                            "</title>\n<g font-size=\"14\" fill=\"currentColor\">\n",
                            text_at(kLeft, 22, "start", figure.title));
  svg += axes_svg(figure, x, x.ticks(xs), y, y.ticks(ys)) + legend_svg(figure);
  for (std::size_t k = 0; k < figure.series.size(); ++k) svg += line_svg(figure, k, x, y);
  return svg + "</g></svg>\n";
}

}  // namespace pj
