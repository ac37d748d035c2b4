#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/coordinate_variants.h"
#include "experiments/lag_buckets.h"
#include "experiments/summary_tables.h"
#include "pj/runner/experiment.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// What the light-cone experiments have in common: the options --train-len, --eval-lens,
/// --variants, --max-order, --damping and --cycles.
std::vector<Option> lightcone_options(std::vector<index_t> eval_lens, std::vector<double> cycles);

VariantSettings variant_settings(const Arguments& settings);

/// The axes "variant", "precision" and "eval_len".
Axis variant_axis(const Arguments& settings);
Axis precision_axis();
Axis eval_len_axis(const Arguments& settings);

/// Features of lags 1..last of a point's variant, quantised column by column to its precision.
Tensor precise_features(const GridPoint& point, const Arguments& settings, index_t last);

/// The axes of a probe that is trained for every variant and precision.
std::vector<Axis> trained_probe_axes(const Arguments& settings);

/// One record a bucket of every sequence length: `measure` of the features of lags 1.. that
/// `prepare` made of the precise ones. Adds eval_len, train_len, bucket, min_lag and max_lag.
std::vector<Record> bucket_records(
    const GridPoint& point, const Arguments& settings, const std::function<Tensor(Tensor)>& prepare,
    const std::function<Record(const Tensor& features, const LagBucket& bucket)>& measure);

/// A tolerance for what is computed as the reference was, in double: rounding of sums.
Tolerance rounding_tolerance();

/// The longest of --eval-lens, where summaries compare the variants.
index_t longest_eval_len(const Arguments& settings);
/// The rows of that length.
Results at_longest(const Results& results, const Arguments& settings);

/// A column's mean over the rows of a variant.
std::optional<double> of_variant(const Results& results, std::string_view variant,
                                 std::string_view column);

/// The columns of every variant in one table, the means of their rows, as the paper prints them.
SummaryTable variant_table(const Results& results, std::string caption,
                           const std::vector<Column>& columns);

/// A number a claim looks at: a column's mean over the rows of a variant.
struct VariantNumber {
  std::string variant, column;
};

/// A claim about two numbers of these results; undecided while one is missing.
///
///   numbers: "raw qk_norm_proxy_max 5.864e+12, lc qk_norm_proxy_max 1.999"
Claim compare(std::string sentence, std::string rule, const Results& results,
              const VariantNumber& first, const VariantNumber& second,
              bool (*holds)(double first, double second));

/// A group of bars for each lag bucket, in it a bar a variant: the mean of a column.
Figure bucket_bars(const Results& results, std::string_view column, std::string name,
                   std::string title);

/// A line a variant: `y` against `x` over its rows.
std::vector<Series> variant_series(const Results& results, std::string_view x, std::string_view y);

}  // namespace pj
