#include <algorithm>
#include <cmath>

#include "experiments/experiments.h"
#include "experiments/feature_scale.h"
#include "experiments/lag_buckets.h"
#include "experiments/lag_judge.h"
#include "experiments/lightcone_settings.h"
#include "experiments/similarity_search.h"

namespace pj {
namespace {

constexpr auto kKey = ColumnRole::kKey;
constexpr auto kValue = ColumnRole::kValue;

std::vector<ResultColumn> columns() {
  const Tolerance trained = {0.15, 0,
                             "another random start: a few of 96 queries, or of an accuracy near "
                             "the threshold"};
  return {{"variant", "", kKey},
          {"precision", "", kKey},
          {"seed", "", kKey},
          {"eval_len", "tokens", kKey},
          {"train_len", "tokens"},
          {"bucket", "", kKey},
          {"min_lag", "tokens"},
          {"max_lag", "tokens"},
          {"n_queries"},
          {"feature_dim"},
          {"train_loss", "nats"},
          {"train_pair_accuracy", "", kValue, trained},
          {"positive_accept_rate", "", kValue, trained},
          {"random_negative_accept_rate", "", kValue, trained},
          {"hard_negative_accept_rate"},
          {"random_pair_accuracy", "", kValue, trained},
          {"hard_pair_accuracy", "", kValue, trained},
          {"hard_negative_mean_lag_gap", "tokens"},
          {"hard_negative_median_lag_gap", "tokens"},
          {"hard_negative_mean_feature_distance"}};
}

/// For each row of a bucket another row of it.
std::vector<index_t> other_rows(const std::vector<index_t>& rows, const LagBucket& bucket,
                                Stream stream) {
  const index_t first = bucket.min_lag - 1, count = bucket.max_lag - bucket.min_lag + 1;
  std::vector<index_t> others;
  for (const index_t row : rows)
    others.push_back(first + (row - first + 1 + stream.below(count - 1)) % count);
  return others;
}

Record judge_bucket(const LagJudge& judge, const Tensor& features, const LagBucket& bucket,
                    index_t count, Stream stream) {
  const std::vector<index_t> rows = evenly_spaced(bucket.min_lag - 1, bucket.max_lag - 1, count);
  const auto n = static_cast<double>(rows.size());
  std::vector<index_t> hard, gaps;
  double mean_gap = 0.0, mean_distance = 0.0;
  const std::vector<NearestRow> nearest =
      nearest_rows(features, bucket.min_lag - 1, bucket.max_lag, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    hard.push_back(nearest[i].row);
    gaps.push_back(std::abs(nearest[i].row - rows[i]));
    mean_gap += static_cast<double>(gaps.back()) / n;
    mean_distance += nearest[i].distance / n;
  }
  std::sort(gaps.begin(), gaps.end());
  const double same = judge.accept_rate(features, rows, rows);
  const double random = judge.accept_rate(features, rows, other_rows(rows, bucket, stream));
  const double close = judge.accept_rate(features, rows, hard);
  return {{"n_queries", static_cast<index_t>(rows.size())},
          {"feature_dim", features.dim(1)},
          {"train_loss", judge.train_loss()},
          {"train_pair_accuracy", judge.train_accuracy()},
          {"positive_accept_rate", same},
          {"random_negative_accept_rate", random},
          {"hard_negative_accept_rate", close},
          {"random_pair_accuracy", (same + 1 - random) / 2},
          {"hard_pair_accuracy", (same + 1 - close) / 2},
          {"hard_negative_mean_lag_gap", mean_gap},
          {"hard_negative_median_lag_gap", gaps[(gaps.size() - 1) / 2]},
          {"hard_negative_mean_feature_distance", mean_distance}};
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const index_t L = settings.integer("train-len");
  Tensor train = precise_features(point, settings, L - 1);
  const FeatureScale scale(train);
  scale.apply(train);
  const JudgeTraining training = {.hidden = settings.integer("hidden"),
                                  .steps = settings.integer("steps"),
                                  .batch = settings.integer("batch"),
                                  .lr = settings.number("lr"),
                                  .weight_decay = settings.number("weight-decay")};
  LagJudge judge(train.dim(1), training.hidden, point.seed());
  judge.train(train, training, point.seed());
  std::vector<Record> records;
  for (const index_t T : settings.integers("eval-lens")) {
    Tensor features = precise_features(point, settings, T - 1);
    scale.apply(features);
    for (const LagBucket& bucket : lag_buckets(L, T)) {
      Record record = judge_bucket(
          judge, features, bucket, settings.integer("queries"),
          Stream(point.seed(), "judge.eval." + bucket.name, static_cast<std::uint64_t>(T)));
      record["eval_len"] = T;
      record["train_len"] = L;
      record["bucket"] = bucket.name;
      record["min_lag"] = bucket.min_lag;
      record["max_lag"] = bucket.max_lag;
      records.push_back(std::move(record));
    }
  }
  return records;
}

Summary summarise(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  Summary summary;
  for (const std::string& precision : far.distinct("precision"))
    summary.tables.push_back(crossed_table(
        far.where("precision", precision), {"variant", "bucket", "hard_pair_accuracy"},
        message("Accuracy against nearest lags at ", precision, ", ", longest_eval_len(settings),
                " tokens; chance is 0.5.")));
  const Results last = far.where("precision", "fp32").where("bucket", "x16_32");
  summary.claims.push_back(compare(
      "Bounded light-cone features no longer tell neighbouring far lags apart; growing ones do.",
      "accuracy against nearest lags in bucket x16_32 at fp32 within 0.05 of chance for lc and at "
      "least 0.95 for scaled",
      last, {"lc", "hard_pair_accuracy"}, {"scaled", "hard_pair_accuracy"},
      [](double lc, double scaled) { return std::abs(lc - 0.5) <= 0.05 && scaled >= 0.95; }));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  return {grouped_bars(at_longest(results, settings).where("precision", "fp32"),
                       {"bucket", "variant", "hard_pair_accuracy"}, "resolution_fp32",
                       "Telling a lag from its nearest neighbour, fp32")};
}

}  // namespace

Experiment resolution_experiment() {
  std::vector<Option> options = lightcone_options({4096, 8192, 16384, 32768}, {5.0, 17.0, 61.0});
  options.push_back({"queries", index_t{96}, "", "lags judged in each bucket", {.min = 2}});
  options.push_back({"hidden", index_t{96}, "", "hidden width of the judge", {.min = 1}});
  options.push_back({"steps", index_t{320}, "steps", "length of its training", {.min = 1}});
  options.push_back(
      {"batch", index_t{512}, "pairs", "pairs a step, half of them equal", {.min = 2}});
  options.push_back({"lr", 1e-3, "", "learning rate", {.min = 0}});
  options.push_back({"weight-decay", 1e-2, "", "decoupled weight decay", {.min = 0}});
  options.push_back(seeds_option({0}));
  return {.id = "resolution",
          .title = "which neighbouring lags can a trained judge tell apart?",
          .source = "section on light-cone coordinates, trained resolution",
          .group = "light-cone",
          .settings = std::move(options),
          .smoke = {{"eval-lens", "4096"}, {"steps", "40"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{variant_axis(s), precision_axis(), seed_axis(s)};
              },
          .columns = columns(),
          .run = run,
          .summarise = summarise,
          .figures = figures,
          .reference = "tables/trained_resolution_seed0_f32.csv"};
}

}  // namespace pj
