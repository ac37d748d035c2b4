#include <algorithm>
#include <cmath>

#include "experiments/experiments.h"
#include "experiments/lightcone_settings.h"

namespace pj {
namespace {

/// A column of the snapshot: which number of which experiment it shows, at a variant's longest
/// sequence, in the last bucket where there are buckets, at a precision where there are several.
struct Part {
  const char* name;
  const char* unit;
  const char* experiment;
  const char* column;
  const char* precision;  // empty for experiments without
};

constexpr Part kParts[] = {
    {"qk_norm_max", "", "stability", "qk_norm_proxy_max", ""},
    {"int8_error", "", "stability", "int8_quant_error_tensor", ""},
    {"far_phase_span", "rad", "stability", "far_phase_span_radians", ""},
    {"far_collision_rate", "", "stability", "wrapped_phase_collision_rate", ""},
    {"retrieval_fp32", "", "retrieval", "top1_exact", "fp32"},
    {"retrieval_int8", "", "retrieval", "top1_exact", "int8"},
    {"retrieval_int4", "", "retrieval", "top1_exact", "int4"},
    {"cache_logit_std", "", "cache", "logit_std", ""},
    {"cache_int4_error", "", "cache", "int4_cache_error_tensor", ""},
    {"cache_int4_logit_error", "", "cache", "int4_logit_rel_error_tensor", ""},
    {"hard_pairs_fp32", "", "resolution", "hard_pair_accuracy", "fp32"},
    {"hard_pairs_int4", "", "resolution", "hard_pair_accuracy", "int4"},
    {"position_fp32", "", "attention-retrieval", "top_position_accuracy", "fp32"},
    {"position_int4", "", "attention-retrieval", "top_position_accuracy", "int4"},
    {"value_fp32", "", "attention-retrieval", "value_accuracy", "fp32"},
};

std::vector<ResultColumn> columns() {
  std::vector<ResultColumn> all = {{"variant", "", ColumnRole::kKey},
                                   {"eval_len", "tokens", ColumnRole::kKey}};
  for (const Part& part : kParts) all.push_back({part.name, part.unit});
  return all;
}

index_t longest_of(const Results& results) {
  index_t longest = 0;
  for (const double length : results.numbers("eval_len"))
    longest = std::max(longest, static_cast<index_t>(length));
  return longest;
}

std::optional<double> snapshot(const Results& results, const std::string& variant,
                               const Part& part) {
  Results rows = results.where("eval_len", longest_of(results));
  if (*part.precision != 0) {
    rows = rows.where("precision", part.precision);
    if (rows.empty()) return std::nullopt;
    rows = rows.where("bucket", rows.distinct("bucket").back());
  }
  return of_variant(rows, variant, part.column);
}

std::vector<Record> rows(const MemberResults& members) {
  std::vector<Record> records;
  const Results& stability = members.at("stability");
  for (const std::string& variant : stability.distinct("variant")) {
    Record record = {{"variant", variant}, {"eval_len", longest_of(stability)}};
    for (const Part& part : kParts)
      record[part.name] = snapshot(members.at(part.experiment), variant, part);
    records.push_back(std::move(record));
  }
  return records;
}

/// The largest q/k norm that counts as bounded: that of light-cone orders 0 to 3 is below 2.
constexpr double kBounded = 2.0;
constexpr double kResolved = 0.9;

Claim trade_off(const Results& results) {
  Claim claim{
      "No coordinate has both: what stays bounded cannot tell neighbouring far lags apart, "
      "and what can has growing norms.",
      "for each variant either the largest q/k norm at most 2, or the accuracy against "
      "nearest lags at fp32 at least 0.9, and not both",
      ""};
  bool known = !results.empty(), holds = true;
  for (const std::string& variant : results.distinct("variant")) {
    const auto norm = of_variant(results, variant, "qk_norm_max");
    const auto accuracy = of_variant(results, variant, "hard_pairs_fp32");
    claim.numbers += message(claim.numbers.empty() ? "" : "; ", variant, " ", brief(norm), " and ",
                             brief(accuracy));
    known = known && norm && accuracy;
    holds = holds && known && (*norm <= kBounded) != (*accuracy >= kResolved);
  }
  if (known) claim.verdict = holds ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

SummaryTable part_table(const Results& results, std::string caption,
                        const std::vector<std::string>& experiments) {
  std::vector<Column> shown;
  for (const Part& part : kParts)
    if (std::ranges::find(experiments, part.experiment) != experiments.end())
      shown.push_back({part.name, part.unit});
  return variant_table(results, std::move(caption), shown);
}

Summary summarise(const Results& results, const Arguments&) {
  if (results.empty()) return {};
  const std::string at = message(longest_of(results), " tokens");
  return {{part_table(results,
                      "Stability and retrieval by similarity at " + at +
                          "; retrieval is top-1 in the farthest bucket.",
                      {"stability", "retrieval"}),
           part_table(results,
                      "Key cache and trained probes at " + at +
                          ": accuracy against nearest lags (chance 0.5), share of questions whose "
                          "largest weight is right, and of values read, in the farthest bucket.",
                      {"cache", "resolution", "attention-retrieval"})},
          {trade_off(results)}};
}

std::vector<Figure> figures(const Results& results, const Arguments&) {
  Figure figure{"what_is_kept",
                message("What each coordinate keeps in the farthest bucket at ",
                        longest_of(results), " tokens"),
                {"variant", "", false, results.distinct("variant")},
                {"accuracy"},
                {}};
  figure.y.low = 0.0;
  const std::pair<const char*, const char*> shown[] = {
      {"retrieval_fp32", "found, fp32"},       {"retrieval_int4", "found, int4"},
      {"hard_pairs_fp32", "neighbours, fp32"}, {"hard_pairs_int4", "neighbours, int4"},
      {"position_fp32", "attended, fp32"},     {"position_int4", "attended, int4"}};
  for (const auto& [column, label] : shown) {
    Series series{label, {}, {}, SeriesStyle::kBars};
    for (std::size_t k = 0; k < figure.x.ticks.size(); ++k) {
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(of_variant(results, figure.x.ticks[k], column).value_or(std::nan("")));
    }
    figure.series.push_back(std::move(series));
  }
  return {figure};
}

}  // namespace

Combination light_cone_combination() {
  return {.table = {.id = "light-cone",
                    .title = "what does each coordinate keep and what does it lose far away?",
                    .source = "section on light-cone coordinates, summary of the variants",
                    .group = "light-cone",
                    .settings = {},
                    .grid = {},
                    .columns = columns(),
                    .run = {},
                    .summarise = summarise,
                    .figures = figures},
          .rows = rows};
}

}  // namespace pj
