#pragma once

#include <string>
#include <vector>

#include "pj/report/figure.h"

namespace pj {

/// An axis of data laid over an interval of a picture, with some space beyond the outermost values
/// unless the axis says where it ends.
class ChartScale {
 public:
  /// `values` is not empty; on a logarithmic axis all are positive.
  ChartScale(const FigureAxis& axis, const std::vector<double>& values);

  void lay_over(double from, double to);
  double at(double value) const;

  struct Tick {
    double value;
    std::string text;
  };
  /// At most about `most`: the axis's own texts; round numbers; on a logarithmic axis powers of two
  /// for tokens, else powers of ten, with 2 and 5 between them where there are few.
  std::vector<Tick> ticks(std::size_t most) const;

 private:
  double mapped(double value) const;
  std::vector<Tick> log_ticks(std::size_t most) const;

  FigureAxis axis_;
  double low_, high_;  // mapped
  double from_ = 0.0, to_ = 1.0;
};

/// Multiples of 1, 2 or 5 times a power of ten within [low, high], at most about `most`.
std::vector<double> linear_ticks(double low, double high, std::size_t most);

}  // namespace pj
