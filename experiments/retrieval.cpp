#include <cmath>

#include "experiments/experiments.h"
#include "experiments/lag_buckets.h"
#include "experiments/lightcone_settings.h"
#include "experiments/similarity_search.h"

namespace pj {
namespace {

constexpr auto kKey = ColumnRole::kKey;
constexpr auto kValue = ColumnRole::kValue;

std::vector<ResultColumn> columns() {
  const Tolerance exact = {0, 0, "counted"};
  const Tolerance ties = {0.03, 0.03,
                          "lags whose scores differ by a rounding in float may change "
                          "places, the more of them the more ties there are",
                          "mean_tie_count"};
  const Tolerance tie_count = {0.02, 0.15,
                               "a score within a rounding of the margin may count or not"};
  const Tolerance gaps = {80, 0.6,
                          "a near-tie that falls the other way may be thousands of lags off"};
  const Tolerance scores = {1e-6, 1e-6, "inner products of 24 floats"};
  return {{"variant", "", kKey},
          {"precision", "", kKey},
          {"eval_len", "tokens", kKey},
          {"train_len", "tokens"},
          {"bucket", "", kKey},
          {"min_lag", "tokens", kValue, exact},
          {"max_lag", "tokens", kValue, exact},
          {"n_queries", "", kValue, exact},
          {"candidate_count", "", kValue, exact},
          {"feature_dim", "", kValue, exact},
          {"top1_exact", "", kValue, ties},
          {"within_1", "", kValue, ties},
          {"within_8", "", kValue, ties},
          {"within_64", "", kValue, ties},
          {"bucket_accuracy", "", kValue, ties},
          {"mean_abs_error", "tokens", kValue, gaps},
          {"median_abs_error", "tokens", kValue, gaps},
          {"mean_target_score", "", kValue, scores},
          {"mean_best_nonself_score", "", kValue, scores},
          {"mean_margin", "", kValue, scores},
          {"min_margin", "", kValue, scores},
          {"mean_tie_count", "", kValue, tie_count}};
}

/// How often, out of all, the found lag is within `distance` of the asked one.
double share_within(const std::vector<index_t>& errors, index_t distance) {
  const auto hits =
      std::count_if(errors.begin(), errors.end(), [=](index_t e) { return e <= distance; });
  return static_cast<double>(hits) / static_cast<double>(errors.size());
}

/// One bucket's row; row i of the searched features is lag i + 1.
Record bucket_record(const LagBucket& bucket, const std::vector<SelfSearch>& found,
                     const std::vector<index_t>& rows) {
  const auto n = static_cast<double>(found.size());
  std::vector<index_t> errors;
  double own = 0, other = 0, margin = 0, least_margin = HUGE_VAL, ties = 0, in_bucket = 0, gap = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const SelfSearch& search = found[i];
    errors.push_back(std::abs(search.best - rows[i]));
    gap += static_cast<double>(errors.back()) / n;
    in_bucket += bucket.holds(search.best + 1) ? 1 / n : 0;
    own += static_cast<double>(search.own_score) / n;
    other += static_cast<double>(search.other_score) / n;
    const auto m = static_cast<double>(search.own_score - search.other_score);
    margin += m / n;
    least_margin = std::min(least_margin, m);
    ties += static_cast<double>(search.ties) / n;
  }
  Record record = {
      {"bucket", bucket.name},        {"min_lag", bucket.min_lag},
      {"max_lag", bucket.max_lag},    {"n_queries", static_cast<index_t>(found.size())},
      {"bucket_accuracy", in_bucket}, {"mean_abs_error", gap},
      {"mean_target_score", own},     {"mean_best_nonself_score", other},
      {"mean_margin", margin},        {"min_margin", least_margin},
      {"mean_tie_count", ties}};
  const std::pair<const char*, index_t> distances[] = {
      {"top1_exact", 0}, {"within_1", 1}, {"within_8", 8}, {"within_64", 64}};
  for (const auto& [name, distance] : distances) record[name] = share_within(errors, distance);
  std::sort(errors.begin(), errors.end());
  record["median_abs_error"] = errors[(errors.size() - 1) / 2];
  return record;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const index_t T = point.integer("eval_len"), count = settings.integer("queries");
  Tensor features = precise_features(point, settings, T - 1);
  normalise_rows(features);
  std::vector<Record> records;
  for (const LagBucket& bucket : lag_buckets(settings.integer("train-len"), T)) {
    const std::vector<index_t> rows = evenly_spaced(bucket.min_lag - 1, bucket.max_lag - 1, count);
    Record record = bucket_record(bucket, search_rows(features, rows), rows);
    record["train_len"] = settings.integer("train-len");
    record["candidate_count"] = T - 1;
    record["feature_dim"] = features.dim(1);
    records.push_back(std::move(record));
  }
  return records;
}

Summary summarise(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  const std::vector<std::string> buckets = far.distinct("bucket");
  Summary summary;
  if (buckets.empty()) return summary;
  for (const std::string& precision : far.distinct("precision"))
    summary.tables.push_back(
        variant_table(far.where("precision", precision).where("bucket", buckets.back()),
                      message("Retrieval in bucket ", buckets.back(), " at ", precision, ", ",
                              longest_eval_len(settings), " tokens."),
                      {{"top1_exact"}, {"within_64"}, {"mean_margin"}, {"mean_tie_count"}}));
  const Results int4 = far.where("precision", "int4").where("bucket", buckets.back());
  summary.claims.push_back(compare(
      "At fp32 the light-cone features still tell every far lag apart, where the raw ones "
      "are drowned by their largest order.",
      "top-1 in the last bucket at fp32 at least 0.99 for lc and below 0.5 for raw",
      far.where("precision", "fp32").where("bucket", buckets.back()), {"lc", "top1_exact"},
      {"raw", "top1_exact"}, [](double lc, double raw) { return lc >= 0.99 && raw < 0.5; }));
  summary.claims.push_back(compare(
      "Four bits take that away: light-cone lags far out are closer than a quantisation step.",
      "top-1 in the last bucket at int4 below 0.5 for lc, lower than for scaled", int4,
      {"lc", "top1_exact"}, {"scaled", "top1_exact"},
      [](double lc, double scaled) { return lc < 0.5 && lc < scaled; }));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  return {bucket_bars(at_longest(results, settings).where("precision", "int4"), "top1_exact",
                      "retrieval_int4", "Lags found again at int4")};
}

}  // namespace

Experiment retrieval_experiment() {
  std::vector<Option> options = lightcone_options({4096, 8192, 16384, 32768}, {5.0, 17.0, 61.0});
  options.push_back({"queries", index_t{128}, "", "lags asked for in each bucket", {.min = 2}});
  return {.id = "retrieval",
          .title = "can a lag be found again among all lags by the similarity of its features?",
          .source = "section on light-cone coordinates, lag retrieval",
          .group = "light-cone",
          .settings = std::move(options),
          .smoke = {{"eval-lens", "4096"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{variant_axis(s), precision_axis(), eval_len_axis(s)};
              },
          .columns = columns(),
          .run = run,
          .summarise = summarise,
          .figures = figures,
          .reference = "tables/lag_retrieval_f64.csv"};
}

}  // namespace pj
