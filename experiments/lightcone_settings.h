#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coordinate_variants.h"
#include "pj/runner/experiment.h"

namespace pj {

/// What the light-cone experiments have in common: the options --train-len, --eval-lens,
/// --variants, --max-order, --damping and --cycles.
std::vector<Option> lightcone_options(std::vector<index_t> eval_lens, std::vector<double> cycles);

VariantSettings variant_settings(const Arguments& settings);

/// The axes "variant", "precision" and "eval_len".
Axis variant_axis(const Arguments& settings);
Axis precision_axis();
Axis eval_len_axis(const Arguments& settings);

/// A tolerance for what is computed as the reference was, in double: rounding of sums.
Tolerance rounding_tolerance();
/// For what is computed in float or depends on which way a tie is rounded.
Tolerance float_tolerance(double absolute = 0.0);

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

/// A claim that two variants differ as `holds` says; undecided while a number is missing.
///
///   numbers: "raw 5.9e+12, lc 1.9985"
Claim compare(std::string sentence, std::string rule, const Results& results,
              std::string_view column, std::string_view first, std::string_view second,
              bool (*holds)(double first, double second));

/// A number for people: 4 significant digits.
std::string brief(std::optional<double> value);

/// A line a variant: `y` against `x` over its rows.
std::vector<Series> variant_series(const Results& results, std::string_view x, std::string_view y);

}  // namespace pj
