#include "pj/report/chart.h"

#include <algorithm>
#include <cmath>

#include "chart_scale.h"
#include "chart_shapes.h"
#include "palette.h"
#include "pj/core/numbers.h"
#include "pj/report/html.h"

namespace pj {
namespace {

// In the units of the view box, which a phone shows at about 0.8 pixels and a desk at about 1.1.
constexpr double kWidth = 400, kRight = 392, kTop = 28, kBottom = 232;
constexpr double kDigit = 8.3, kLine = 17;  // of 13 px text, as wide as usual fonts are
// Height and reach to the left of slanted tick texts by length; letters are narrower than digits.
constexpr double kSlope = 0.58, kReach = 0.70;
constexpr double kBarGroup = 0.8;  // of the distance between two groups

bool can_be_drawn(const Figure& figure, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!figure.x.log || x > 0) &&
         (!figure.y.log || y > 0);
}

double deviation_at(const Series& series, std::size_t i) {
  if (series.deviation.empty() || !std::isfinite(series.deviation[i])) return 0.0;
  return series.deviation[i];
}

bool is_bars(const Figure& figure) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [](const Series& s) { return s.style == SeriesStyle::kBars; });
}

double width_of(const std::string& text) { return kDigit * static_cast<double>(text.size()); }

std::string axis_label(const FigureAxis& axis) {
  if (axis.unit.empty()) return axis.name;
  return axis.name.empty() ? axis.unit : axis.name + " (" + axis.unit + ")";
}

/// The numbers that the axes must reach: points, ends of error bars, the foot of bars.
std::pair<std::vector<double>, std::vector<double>> extent(const Figure& figure) {
  std::vector<double> xs, ys;
  for (const Series& series : figure.series) {
    require<ValueError>(
        series.x.size() == series.y.size() &&
            (series.deviation.empty() || series.deviation.size() == series.y.size()),
        "chart: x, y and deviation of '", series.name, "' must have one length, got ",
        series.x.size(), ", ", series.y.size(), " and ", series.deviation.size());
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!can_be_drawn(figure, series.x[i], series.y[i])) continue;
      xs.push_back(series.x[i]);
      for (const double end : {0.0, -1.0, 1.0}) {
        const double y = series.y[i] + end * deviation_at(series, i);
        if (can_be_drawn(figure, series.x[i], y)) ys.push_back(y);
      }
    }
  }
  require<ValueError>(!xs.empty(), "chart: '", figure.title,
                      "' must have a point to draw, got none");
  if (is_bars(figure) && !figure.y.log) ys.push_back(0.0);
  return {std::move(xs), std::move(ys)};
}

/// Bars stand on the axis where none goes below.
FigureAxis y_axis(const Figure& figure, const std::vector<double>& values) {
  FigureAxis axis = figure.y;
  if (is_bars(figure) && !axis.low && !axis.log &&
      *std::min_element(values.begin(), values.end()) == 0)
    axis.low = 0.0;
  return axis;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text,
                    const std::string& more = "") {
  return message("<text x=\"", place(x), "\" y=\"", place(y), "\" text-anchor=\"", anchor, "\"",
                 more, ">", html_escape(text), "</text>\n");
}

/// Draws one figure; made for it and used once.
class Chart {
 public:
  explicit Chart(const Figure& figure) : Chart(figure, extent(figure)) {}

  std::string svg() const {
    std::string shapes;
    for (std::size_t k = 0; k < figure_.series.size(); ++k) shapes += series_svg(k);
    const double height = below_ + 26;
    return message("<svg viewBox=\"0 0 ", kWidth, " ", place(height),
                   "\" role=\"img\" aria-label=\"", html_escape(description()),
                   "\">\n<g font-size=\"13\" fill=\"currentColor\">\n", axes_svg(), "</g>\n",
                   plot_svg(shapes), "</svg>\n");
  }

 private:
  Chart(const Figure& figure, const std::pair<std::vector<double>, std::vector<double>>& values)
      : figure_(figure),
        x_(figure.x, values.first),
        y_(y_axis(figure, values.second), values.second) {
    y_.lay_over(kBottom, kTop);
    y_ticks_ = y_.ticks(6);
    double longest = 0;
    for (const ChartScale::Tick& tick : y_ticks_) longest = std::max(longest, width_of(tick.text));
    left_ = longest + 14;
    x_.lay_over(left_, kRight);
    x_ticks_ = x_.ticks(6);
    longest = 0;
    for (const ChartScale::Tick& tick : x_ticks_) longest = std::max(longest, width_of(tick.text));
    const double room =
        (kRight - left_) / static_cast<double>(std::max<std::size_t>(1, x_ticks_.size()));
    slanted_ = longest + 4 > room;
    below_ = kBottom + (slanted_ ? 10 + kSlope * longest : kLine);
    if (slanted_) make_room_for_slanted();
  }

  /// Moves the axis to the right by what the texts of its ticks would stand out of the picture.
  void make_room_for_slanted() {
    for (const ChartScale::Tick& tick : x_ticks_) {
      const double x = x_.at(tick.value), out = kReach * width_of(tick.text) - x;
      if (out <= 0) continue;
      left_ += out * (kRight - left_) / (kRight - x);  // a tick inside moves by less than the axis
      x_.lay_over(left_, kRight);
    }
  }

  std::string description() const {
    std::vector<std::string> names;
    std::string text = figure_.title + ". " + axis_label(figure_.y);
    if (!axis_label(figure_.x).empty()) text += " against " + axis_label(figure_.x);
    text += ", of ";
    for (std::size_t k = 0; k < figure_.series.size(); ++k)
      text += (k > 0 ? ", " : "") + figure_.series[k].name;
    return text + ".";
  }

  std::string axes_svg() const {
    std::string grid, labels;
    for (const ChartScale::Tick& tick : x_ticks_) {
      const double x = x_.at(tick.value);
      if (figure_.x.ticks.empty()) grid += message("M", place(x), " ", kTop, "V", kBottom);
      const std::string slant =
          message(" transform=\"rotate(-40 ", place(x), " ", kBottom + 14, ")\"");
      labels += slanted_ ? text_at(x + 4, kBottom + 14, "end", tick.text, slant)
                         : text_at(std::min(x, kWidth - width_of(tick.text) / 2), kBottom + kLine,
                                   "middle", tick.text);
    }
    for (const ChartScale::Tick& tick : y_ticks_) {
      grid += message("M", place(left_), " ", place(y_.at(tick.value)), "H", kRight);
      labels += text_at(left_ - 6, y_.at(tick.value) + 4.5, "end", tick.text);
    }
    std::string axes = message("M", place(left_), " ", kTop, "V", kBottom, "H", kRight);
    if (!figure_.y.log && y_.at(0) > kTop && y_.at(0) < kBottom)
      axes += message("M", place(left_), " ", place(y_.at(0)), "H", kRight);
    return message("<path d=\"", grid,
                   "\" fill=\"none\" stroke=\"currentColor\" opacity=\"0.18\"/>\n", "<path d=\"",
                   axes, "\" fill=\"none\" stroke=\"currentColor\"/>\n", labels,
                   text_at(2, 14, "start", axis_label(figure_.y)),
                   text_at((left_ + kRight) / 2, below_ + kLine, "middle", axis_label(figure_.x)));
  }

  /// Fixed ends cut off what lies outside, by a picture within the picture: it needs no id.
  std::string plot_svg(const std::string& shapes) const {
    if (!figure_.x.low && !figure_.x.high && !figure_.y.low && !figure_.y.high) return shapes;
    const std::string box =
        message(place(left_), " ", kTop, " ", place(kRight - left_), " ", kBottom - kTop);
    return message("<svg x=\"", place(left_), "\" y=\"", kTop, "\" width=\"", place(kRight - left_),
                   "\" height=\"", kBottom - kTop, "\" viewBox=\"", box, "\">\n", shapes,
                   "</svg>\n");
  }

  std::string series_svg(std::size_t k) const;
  std::string bars_svg(std::size_t k) const;
  std::string error_bars(std::size_t k, double shift) const;

  const Figure& figure_;
  ChartScale x_, y_;
  std::vector<ChartScale::Tick> x_ticks_, y_ticks_;
  double left_ = 0, below_ = 0;
  bool slanted_ = false;
};

std::string group(std::size_t k, const std::string& shapes) {
  return message("<g class=\"", series_class(k), "\">", shapes, "</g>\n");
}

std::string Chart::error_bars(std::size_t k, double shift) const {
  const Series& series = figure_.series[k];
  std::string path;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const double d = deviation_at(series, i), low = series.y[i] - d, high = series.y[i] + d;
    if (d == 0 || !can_be_drawn(figure_, series.x[i], high)) continue;
    const double foot = can_be_drawn(figure_, series.x[i], low) ? y_.at(low) : kBottom;
    path +=
        message("M", place(x_.at(series.x[i] + shift)), " ", place(foot), "V", place(y_.at(high)));
  }
  if (path.empty()) return "";
  return message("<path d=\"", path,
                 "\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>");
}

std::string Chart::bars_svg(std::size_t k) const {
  const Series& series = figure_.series[k];
  const auto count = static_cast<double>(figure_.series.size());
  const double shift = (static_cast<double>(k) - (count - 1) / 2) * kBarGroup / count;
  const double half = 0.46 * kBarGroup / count, foot = figure_.y.log ? kBottom : y_.at(0);
  std::vector<ChartBox> bars;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!can_be_drawn(figure_, series.x[i], series.y[i])) continue;
    const double middle = series.x[i] + shift, end = y_.at(series.y[i]);
    bars.push_back(
        {x_.at(middle - half), std::min(foot, end), x_.at(middle + half), std::max(foot, end)});
  }
  return group(k, bar_shape(k, bars)) + error_bars(k, shift);
}

std::string Chart::series_svg(std::size_t k) const {
  const Series& series = figure_.series[k];
  if (series.style == SeriesStyle::kBars) return bars_svg(k);
  std::string path, marks;
  bool drawing = false;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const bool drawn = can_be_drawn(figure_, series.x[i], series.y[i]);
    if (drawn) {
      const double x = x_.at(series.x[i]), y = y_.at(series.y[i]);
      if (drawing && series.style == SeriesStyle::kSteps)
        path += "H" + place(x) + "V" + place(y);
      else
        path += (drawing ? "L" : "M") + place(x) + " " + place(y);
      if (has_mark(series, k, i)) marks += mark_path(k, x, y);
    }
    drawing = drawn;
  }
  std::string shapes = error_bars(k, 0.0);
  if (has_line(series)) shapes += line_shape(series, k, path);
  shapes += mark_shape(marks);
  return group(k, shapes);
}

std::string legend_html(const Figure& figure) {
  std::string html = "<ul class=\"legend\">\n";
  for (std::size_t k = 0; k < figure.series.size(); ++k) {
    const Series& series = figure.series[k];
    std::string key;
    if (series.style == SeriesStyle::kBars) {
      key = bar_shape(k, {{9, 0, 21, 12}});
    } else {
      if (has_line(series)) key = line_shape(series, k, "M0 6H30");
      key += mark_shape(mark_path(k, 15, 6));
    }
    html += message("<li><svg class=\"key ", series_class(k),
                    "\" viewBox=\"0 0 30 12\" aria-hidden=\"true\">", key, "</svg>",
                    html_escape(series.name), "</li>\n");
  }
  return html + "</ul>\n";
}

}  // namespace

std::string chart_html(const Figure& figure) {
  return "<figure class=\"chart\">\n<figcaption>" + html_escape(figure.title) + "</figcaption>\n" +
         Chart(figure).svg() + legend_html(figure) + "</figure>\n";
}

}  // namespace pj
