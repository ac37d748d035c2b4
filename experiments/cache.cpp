#include "experiments/experiments.h"
#include "experiments/key_cache.h"
#include "experiments/lightcone_settings.h"

namespace pj {
namespace {

constexpr auto kKey = ColumnRole::kKey;
constexpr auto kValue = ColumnRole::kValue;

std::vector<ResultColumn> columns() {
  const Tolerance sums = {0, 5e-4,
                          "the reference takes phases up to 12000 radians in float, which "
                          "holds them to 5e-4 radians; here they are in double"};
  const Tolerance ties = {0, 1e-2,
                          "so every entry near the middle of two integers may round the "
                          "other way"};
  return {{"variant", "", kKey},
          {"eval_len", "tokens", kKey},
          {"train_len", "tokens"},
          {"max_order"},
          {"cache_dim"},
          {"feature_dim"},
          {"omega_cycles", "per train length"},
          {"seed", "", kKey},
          {"key_norm_max", "", kValue, sums},
          {"key_norm_final", "", kValue, sums},
          {"key_norm_mean", "", kValue, sums},
          {"key_norm_far_mean", "", kValue, sums},
          {"cache_abs_max", "", kValue, sums},
          {"logit_abs_max", "", kValue, sums},
          {"logit_std", "", kValue, sums},
          {"int8_cache_error_tensor", "", kValue, ties},
          {"int8_cache_error_channel", "", kValue, ties},
          {"int8_cache_error_far_tensor", "", kValue, ties},
          {"int8_logit_rel_error_tensor", "", kValue, ties},
          {"int8_logit_rel_error_channel", "", kValue, ties},
          {"int4_cache_error_tensor", "", kValue, ties},
          {"int4_cache_error_channel", "", kValue, ties},
          {"int4_cache_error_far_tensor", "", kValue, ties},
          {"int4_logit_rel_error_tensor", "", kValue, ties},
          {"int4_logit_rel_error_channel", "", kValue, ties},
          {"nonfinite_count", "", kValue, sums}};
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const Tensor features =
      lag_features(find_coordinate_variant(point.text("variant")), variant_settings(settings),
                   settings.numbers("cycles"), 0, point.integer("eval_len"));
  const index_t cache_dim = settings.integer("cache-dim");
  const std::string& mixes = settings.text("mixes");
  const KeyCache cache(features, mixes.empty()
                                     ? random_mixes(point.seed(), features.dim(1), cache_dim)
                                     : read_mixes(mixes, features.dim(1), cache_dim));
  const CacheScale scale = cache.scale();
  Record record = {{"train_len", settings.integer("train-len")},
                   {"max_order", settings.integer("max-order")},
                   {"cache_dim", cache_dim},
                   {"feature_dim", features.dim(1)},
                   {"omega_cycles", to_text(settings.value("cycles"))},
                   {"key_norm_max", scale.norm_max},
                   {"key_norm_final", scale.norm_final},
                   {"key_norm_mean", scale.norm_mean},
                   {"key_norm_far_mean", scale.norm_far_mean},
                   {"cache_abs_max", scale.entry_max},
                   {"logit_abs_max", scale.logit_max},
                   {"logit_std", scale.logit_std},
                   {"nonfinite_count", scale.nonfinite}};
  for (const int bits : {8, 4}) {
    const CacheErrors errors = cache.errors(bits);
    const std::string name = message("int", bits);
    record[name + "_cache_error_tensor"] = errors.cache_tensor;
    record[name + "_cache_error_channel"] = errors.cache_channel;
    record[name + "_cache_error_far_tensor"] = errors.far_tensor;
    record[name + "_logit_rel_error_tensor"] = errors.logit_tensor;
    record[name + "_logit_rel_error_channel"] = errors.logit_channel;
  }
  return {std::move(record)};
}

Summary summarise(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  Summary summary;
  summary.tables.push_back(
      variant_table(far, message("A key cache of ", longest_eval_len(settings), " tokens."),
                    {{"key_norm_max"},
                     {"logit_std"},
                     {"int8_cache_error_tensor"},
                     {"int8_logit_rel_error_tensor"},
                     {"int4_cache_error_tensor"},
                     {"int4_logit_rel_error_tensor"}}));
  summary.claims.push_back(
      compare("Raw jets make logits no softmax can use; light-cone keys keep them near one.",
              "standard deviation of the logits above 1e12 for raw and below 10 for lc", far,
              {"raw", "logit_std"}, {"lc", "logit_std"},
              [](double raw, double lc) { return raw > 1e12 && lc < 10; }));
  summary.claims.push_back(
      compare("A bounded cache loses less to four bits than one whose last keys set the scale.",
              "relative error of an int4 cache with one scale lower for lc than for scaled", far,
              {"lc", "int4_cache_error_tensor"}, {"scaled", "int4_cache_error_tensor"},
              [](double lc, double scaled) { return lc < scaled; }));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments&) {
  return {{"cache_norm",
           "Largest key norm against length",
           {"sequence length", "tokens", true},
           {"key norm", "", true},
           variant_series(results, "eval_len", "key_norm_max")}};
}

}  // namespace

Experiment cache_experiment() {
  std::vector<Option> options =
      lightcone_options({1024, 2048, 4096, 8192, 16384, 32768}, {5.0, 17.0, 61.0});
  options.push_back({"cache-dim", index_t{128}, "", "channels of a key", {.min = 1}});
  options.push_back({"mixes", "", "", "JSON file of the random mixes; empty draws them"});
  options.push_back(seeds_option({0}));
  return {.id = "cache",
          .title = "what does a key cache of lag features lose at eight and four bits?",
          .source = "section on light-cone coordinates, cache quantisation",
          .group = "light-cone",
          .settings = std::move(options),
          .smoke = {{"eval-lens", "1024"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{variant_axis(s), eval_len_axis(s), seed_axis(s)};
              },
          .columns = columns(),
          .run = run,
          .summarise = summarise,
          .figures = figures,
          .reference = "tables/cache_quantization_f32.csv",
          .reference_files = {{"mixes", "cache_mixes.json"}}};
}

}  // namespace pj
