#include "experiments/fit_settings.h"

namespace pj {

std::vector<Option> fit_options(std::vector<index_t> eval_lens, std::vector<double> cycles) {
  return {
      {"train-len", index_t{1024}, "tokens", "lags fitted", {.min = 16}},
      {"eval-lens", std::move(eval_lens), "tokens", "lags evaluated", {.min = 2}},
      {"cycles", std::move(cycles), "cycles a train length", "frequencies", {.min = 0.001}},
  };
}

std::vector<ResultColumn> fit_columns(std::vector<ResultColumn> keys, const std::string& residual) {
  const Tolerance errors = {1e-20, 1e-7, residual};
  const std::vector<ResultColumn> measured = {
      {"train_mse", "", ColumnRole::kValue, errors},
      {"mse", "", ColumnRole::kValue, errors},
      {"r2", "", ColumnRole::kValue,
       Tolerance{1e-10, 1e-10, "one minus a ratio of sums of squares"}},
      {"condition_number", "", ColumnRole::kValue,
       Tolerance{0, 1e-10, "singular values are exact to rounding times condition"}}};
  keys.insert(keys.end(), measured.begin(), measured.end());
  return keys;
}

}  // namespace pj
