#include "pj/report/spread.h"

#include <cmath>
#include <vector>

#include "pj/core/numbers.h"

namespace pj {

Spread spread(std::span<const double> values) {
  Spread result{.mean = {}, .deviation = {}, .n = static_cast<index_t>(values.size())};
  if (values.empty()) return result;
  double sum = 0.0, squares = 0.0;
  for (const double value : values) {
    require<ValueError>(std::isfinite(value), "spread: values must be finite, got ", value);
    sum += value;
  }
  const double mean = sum / static_cast<double>(result.n);
  for (const double value : values) squares += (value - mean) * (value - mean);
  result.mean = mean;
  if (result.n > 1) result.deviation = std::sqrt(squares / static_cast<double>(result.n - 1));
  return result;
}

Spread paired_difference(std::span<const double> a, std::span<const double> b) {
  require<ValueError>(a.size() == b.size(),
                      "paired_difference: both must have as many values, got ", a.size(), " and ",
                      b.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  return spread(differences);
}

std::string to_text(const Spread& spread, int digits) {
  if (!spread.mean) return "";
  const std::string mean = to_fixed(*spread.mean, digits);
  return spread.deviation ? mean + " ± " + to_fixed(*spread.deviation, digits) : mean;
}

}  // namespace pj
