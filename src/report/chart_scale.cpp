#include "chart_scale.h"

#include <algorithm>
#include <cmath>

#include "pj/core/numbers.h"

namespace pj {
namespace {

constexpr double kSpare = 0.04;      // of the span, on either side
constexpr double kTextSpare = 0.55;  // of the distance between two ticks with texts

double ceil_to(double value, double step) { return std::ceil(value / step - 1e-9) * step; }

/// As many digits after the point as the step has.
std::vector<std::string> tick_texts(const std::vector<double>& ticks) {
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : std::abs(ticks.front());
  const double power = step > 0 ? std::floor(std::log10(step) + 1e-9) : 0.0;
  std::vector<std::string> texts;
  for (const double tick : ticks)
    texts.push_back(power < -5 || power > 5
                        ? to_significant(tick, 3)
                        : to_fixed(tick, std::max(0, static_cast<int>(-power))));
  return texts;
}

/// factor * base^k within [low, high] (in powers of the base), k a stride apart: of two from the
/// first that fits, where a train length is likely; of ten at multiples of the stride.
std::vector<double> powers(double base, double low, double high, double stride,
                           const std::vector<double>& factors) {
  std::vector<double> all;
  const double first = base == 2 ? std::ceil(low - 1e-9) : std::floor(low / stride) * stride;
  for (double k = first; k <= high + 1e-9; k += stride)
    for (const double factor : factors) {
      const double exponent = k + std::log(factor) / std::log(base);
      if (exponent >= low - 1e-9 && exponent <= high + 1e-9)
        all.push_back(factor * std::pow(base, k));
    }
  return all;
}

}  // namespace

ChartScale::ChartScale(const FigureAxis& axis, const std::vector<double>& values) : axis_(axis) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  low_ = mapped(axis.low.value_or(*least));
  high_ = mapped(axis.high.value_or(*most));
  if (!axis.ticks.empty()) {
    low_ = -kTextSpare;
    high_ = static_cast<double>(axis.ticks.size()) - 1 + kTextSpare;
    return;
  }
  const double spare = high_ > low_ ? kSpare * (high_ - low_)
                                    : std::max(std::abs(low_), axis.log ? 1.0 : 1e-12) / 10;
  if (!axis.low) low_ -= spare;
  if (!axis.high) high_ += spare;
}

void ChartScale::lay_over(double from, double to) {
  from_ = from;
  to_ = to;
}

double ChartScale::mapped(double value) const { return axis_.log ? std::log10(value) : value; }

double ChartScale::at(double value) const {
  return from_ + (mapped(value) - low_) / (high_ - low_) * (to_ - from_);
}

std::vector<ChartScale::Tick> ChartScale::ticks(std::size_t most) const {
  std::vector<Tick> all;
  for (std::size_t i = 0; i < axis_.ticks.size(); ++i)
    all.push_back({static_cast<double>(i), axis_.ticks[i]});
  if (!all.empty()) return all;
  if (axis_.log && (all = log_ticks(most)).size() > 1) return all;
  all.clear();
  const std::vector<double> values =
      axis_.log ? linear_ticks(std::pow(10, low_), std::pow(10, high_), most)
                : linear_ticks(low_, high_, most);
  const std::vector<std::string> texts = tick_texts(values);
  for (std::size_t i = 0; i < values.size(); ++i) all.push_back({values[i], texts[i]});
  return all;
}

std::vector<ChartScale::Tick> ChartScale::log_ticks(std::size_t most) const {
  const bool tokens = axis_.unit == "tokens";
  const double base = tokens ? 2 : 10, unit = std::log10(base);
  std::vector<double> values;
  const std::vector<double> one = {1};
  if (!tokens) values = powers(base, low_, high_, 1, {1, 2, 5});
  for (double stride = 1; values.empty() || values.size() > most; ++stride) {
    values = powers(base, low_ / unit, high_ / unit, stride, one);
    if (values.empty()) break;
  }
  std::vector<Tick> all;
  for (const double value : values) all.push_back({value, to_significant(value, 6)});
  return all;
}

std::vector<double> linear_ticks(double low, double high, std::size_t most) {
  const double rough = (high - low) / static_cast<double>(most);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough) step = factor * power;
  std::vector<double> ticks;
  for (double tick = ceil_to(low, step); tick <= high + 1e-9 * step; tick += step)
    ticks.push_back(std::abs(tick) < 1e-9 * step ? 0.0 : tick);
  return ticks;
}

}  // namespace pj
