#include "experiments/experiments.h"
#include "experiments/feature_scale.h"
#include "experiments/lag_buckets.h"
#include "experiments/lag_readout.h"
#include "experiments/lightcone_settings.h"
#include "experiments/similarity_search.h"

namespace pj {
namespace {

constexpr auto kKey = ColumnRole::kKey;
constexpr auto kValue = ColumnRole::kValue;

std::vector<ResultColumn> columns() {
  const Tolerance trained = {0.15, 0, "another random start and other random tokens"};
  return {{"variant", "", kKey},
          {"precision", "", kKey},
          {"seed", "", kKey},
          {"eval_len", "tokens", kKey},
          {"train_len", "tokens"},
          {"bucket", "", kKey},
          {"min_lag", "tokens"},
          {"max_lag", "tokens"},
          {"train_loss", "nats"},
          {"train_value_accuracy", "", kValue, trained},
          {"value_accuracy", "", kValue, trained},
          {"top_position_accuracy", "", kValue, trained},
          {"target_attention_mass", "", kValue, trained},
          {"attention_entropy", "nats"},
          {"effective_support", "tokens"},
          {"mean_target_lag", "tokens"},
          {"score_abs_max"},
          {"score_std"}};
}

Record ask_bucket(const LagReadout& readout, const Tensor& features, const LagBucket& bucket,
                  index_t questions, std::uint64_t seed) {
  Stream stream(seed, "readout.eval." + bucket.name, static_cast<std::uint64_t>(features.dim(0)));
  std::vector<index_t> rows;
  double mean_lag = 0.0;
  for (index_t i = 0; i < questions; ++i) {
    const index_t lag = bucket.min_lag + stream.below(bucket.max_lag - bucket.min_lag + 1);
    rows.push_back(lag - 1);
    mean_lag += static_cast<double>(lag) / static_cast<double>(questions);
  }
  const ReadoutScores scores = readout.ask(features, rows, stream);
  return {{"train_loss", readout.train_loss()},
          {"train_value_accuracy", readout.train_accuracy()},
          {"value_accuracy", scores.value_accuracy},
          {"top_position_accuracy", scores.top_position_accuracy},
          {"target_attention_mass", scores.target_mass},
          {"attention_entropy", scores.entropy},
          {"effective_support", scores.effective_support},
          {"mean_target_lag", mean_lag},
          {"score_abs_max", scores.score_abs_max},
          {"score_std", scores.score_std}};
}

/// Features of lags 1..last, standardised as `scale` says, then of unit length.
Tensor unit_features(Tensor features, const FeatureScale& scale) {
  scale.apply(features);
  normalise_rows(features);
  return features;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const index_t L = settings.integer("train-len");
  const ReadoutTraining training = {.values = settings.integer("values"),
                                    .value_dim = settings.integer("value-dim"),
                                    .temperature = settings.number("temperature"),
                                    .steps = settings.integer("steps"),
                                    .batch = settings.integer("batch"),
                                    .lr = settings.number("lr"),
                                    .weight_decay = settings.number("weight-decay"),
                                    .clip = settings.number("clip")};
  LagReadout readout(training, point.seed());
  const Tensor near = precise_features(point, settings, L - 1);
  const FeatureScale scale(near);
  readout.train(unit_features(near.clone(), scale), point.seed());
  return bucket_records(
      point, settings, [&](Tensor features) { return unit_features(std::move(features), scale); },
      [&](const Tensor& features, const LagBucket& bucket) {
        return ask_bucket(readout, features, bucket, settings.integer("queries"), point.seed());
      });
}

Summary summarise(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  Summary summary;
  for (const std::string& precision : far.distinct("precision"))
    for (const char* column : {"value_accuracy", "top_position_accuracy"})
      summary.tables.push_back(crossed_table(
          far.where("precision", precision), {"variant", "bucket", column},
          message(column, " at ", precision, ", ", longest_eval_len(settings), " tokens.")));
  const Results fp32 = far.where("precision", "fp32").where("bucket", "x16_32");
  summary.claims.push_back(compare(
      "At fp32 the largest weight still lies on the asked lag, but the many lags that are nearly "
      "as similar drown its value.",
      "in bucket x16_32 at fp32: position right for at least 0.95 of the questions for lc and its "
      "weight below 0.1",
      fp32, {"lc", "top_position_accuracy"}, {"lc", "target_attention_mass"},
      [](double position, double mass) { return position >= 0.95 && mass < 0.1; }));
  summary.claims.push_back(compare(
      "At four bits far light-cone positions are lost and those of growing features are not.",
      "position right in bucket x16_32 at int4 for less than 0.5 of the questions for lc and more "
      "for scaled",
      far.where("precision", "int4").where("bucket", "x16_32"), {"lc", "top_position_accuracy"},
      {"scaled", "top_position_accuracy"},
      [](double lc, double scaled) { return lc < 0.5 && scaled > lc; }));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  return {bucket_bars(far.where("precision", "fp32"), "value_accuracy", "value_accuracy_fp32",
                      "Value read at the asked lag, fp32"),
          bucket_bars(far.where("precision", "int4"), "top_position_accuracy", "top_position_int4",
                      "Largest weight on the asked lag, int4")};
}

}  // namespace

Experiment attention_retrieval_experiment() {
  std::vector<Option> options = lightcone_options({4096, 8192, 16384, 32768}, {5.0, 17.0, 61.0});
  options.push_back({"queries", index_t{192}, "", "lags asked for in each bucket", {.min = 1}});
  options.push_back({"values", index_t{64}, "", "kinds of value tokens", {.min = 2}});
  options.push_back({"value-dim", index_t{64}, "", "width of their embedding", {.min = 1}});
  options.push_back({"temperature", 32.0, "", "temperature at the start", {.min = 1e-3}});
  options.push_back({"steps", index_t{360}, "steps", "length of the training", {.min = 1}});
  options.push_back({"batch", index_t{96}, "", "lags asked for in a step", {.min = 1}});
  options.push_back({"lr", 2e-3, "", "learning rate", {.min = 0}});
  options.push_back({"weight-decay", 1e-2, "", "decoupled weight decay", {.min = 0}});
  options.push_back({"clip", 1.0, "", "largest norm of the gradient", {.min = 1e-6}});
  options.push_back(seeds_option({0}));
  return {.id = "attention-retrieval",
          .title = "can one attention readout return the value stored at a lag?",
          .source = "section on light-cone coordinates, attention retrieval",
          .group = "light-cone",
          .settings = std::move(options),
          .smoke = {{"eval-lens", "4096"}, {"steps", "40"}, {"queries", "32"}},
          .grid = trained_probe_axes,
          .columns = columns(),
          .run = run,
          .summarise = summarise,
          .figures = figures,
          .reference = "tables/attention_retrieval_seed0_32768_f32.csv"};
}

}  // namespace pj
