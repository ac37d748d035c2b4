#include "experiments/lightcone_settings.h"

#include <algorithm>

#include "experiments/quantise.h"

namespace pj {

std::vector<Option> lightcone_options(std::vector<index_t> eval_lens, std::vector<double> cycles) {
  return {{"train-len", index_t{1024}, "tokens", "train length L", {.min = 2}},
          {"eval-lens", std::move(eval_lens), "tokens", "sequence lengths", {.min = 4}},
          {"variants",
           coordinate_variant_names(),
           "",
           "coordinate variants",
           {.choices = coordinate_variant_names()}},
          {"max-order", index_t{3}, "", "highest jet order R", {.min = 0, .max = 8}},
          {"damping", 0.1, "per train length", "damping of the variant scaled", {.min = 0}},
          {"cycles", std::move(cycles), "per train length", "frequencies", {.min = 0}}};
}

VariantSettings variant_settings(const Arguments& settings) {
  return {.train_len = static_cast<double>(settings.integer("train-len")),
          .max_order = static_cast<int>(settings.integer("max-order")),
          .damping = settings.number("damping")};
}

Axis variant_axis(const Arguments& settings) { return {"variant", settings.texts("variants")}; }
Axis precision_axis() { return {"precision", precision_names()}; }
Axis eval_len_axis(const Arguments& settings) {
  return number_axis("eval_len", settings.value("eval-lens"));
}

Tensor precise_features(const GridPoint& point, const Arguments& settings, index_t last) {
  Tensor features = lag_features(find_coordinate_variant(point.text("variant")),
                                 variant_settings(settings), settings.numbers("cycles"), 1, last);
  quantise<real>(features.values(), features.dim(1), find_precision(point.text("precision")).bits,
                 features.values());
  return features;
}

std::vector<Axis> trained_probe_axes(const Arguments& settings) {
  return {variant_axis(settings), precision_axis(), seed_axis(settings)};
}

std::vector<Record> bucket_records(
    const GridPoint& point, const Arguments& settings, const std::function<Tensor(Tensor)>& prepare,
    const std::function<Record(const Tensor& features, const LagBucket& bucket)>& measure) {
  const index_t L = settings.integer("train-len");
  std::vector<Record> records;
  for (const index_t T : settings.integers("eval-lens")) {
    const Tensor features = prepare(precise_features(point, settings, T - 1));
    for (const LagBucket& bucket : lag_buckets(L, T)) {
      Record& record = records.emplace_back(measure(features, bucket));
      record["eval_len"] = T;
      record["train_len"] = L;
      record["bucket"] = bucket.name;
      record["min_lag"] = bucket.min_lag;
      record["max_lag"] = bucket.max_lag;
    }
  }
  return records;
}

Tolerance rounding_tolerance() {
  return {.absolute = 1e-12, .relative = 1e-9, .reason = "sums of up to 32768 terms in double"};
}

index_t longest_eval_len(const Arguments& settings) {
  return std::ranges::max(settings.integers("eval-lens"));
}

Results at_longest(const Results& results, const Arguments& settings) {
  return results.where("eval_len", longest_eval_len(settings));
}

std::optional<double> of_variant(const Results& results, std::string_view variant,
                                 std::string_view column) {
  return results.where("variant", std::string(variant)).mean(column);
}

SummaryTable variant_table(const Results& results, std::string caption,
                           const std::vector<Column>& columns) {
  std::vector<Column> all = {{"variant"}};
  all.insert(all.end(), columns.begin(), columns.end());
  Table table(all);
  for (const std::string& variant : results.distinct("variant")) {
    Row row = {variant};
    for (const Column& column : columns)
      row.push_back(brief(of_variant(results, variant, column.name)));
    table.add(std::move(row));
  }
  return {std::move(caption), std::move(table)};
}

Claim compare(std::string sentence, std::string rule, const Results& results,
              const VariantNumber& first, const VariantNumber& second,
              bool (*holds)(double first, double second)) {
  const auto a = of_variant(results, first.variant, first.column);
  const auto b = of_variant(results, second.variant, second.column);
  const auto shown = [](const VariantNumber& n, std::optional<double> value) {
    return message(n.variant, " ", n.column, " ", value ? brief(value) : "missing");
  };
  Claim claim{std::move(sentence), std::move(rule), shown(first, a) + ", " + shown(second, b)};
  if (a && b) claim.verdict = holds(*a, *b) ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Figure bucket_bars(const Results& results, std::string_view column, std::string name,
                   std::string title) {
  Figure figure = grouped_bars(results, {"bucket", "variant", std::string(column)}, std::move(name),
                               std::move(title));
  figure.x.name = "lag";
  figure.x.unit = "train lengths";
  for (std::string& tick : figure.x.ticks) {
    // "train" and "x4 16" as ranges
    tick = tick == "train" ? "0-1" : tick.substr(1);
    std::replace(tick.begin(), tick.end(), ' ', '-');
  }
  return figure;
}

std::vector<Series> variant_series(const Results& results, std::string_view x, std::string_view y) {
  std::vector<Series> all;
  for (const std::string& variant : results.distinct("variant")) {
    const Results rows = results.where("variant", variant);
    all.push_back({variant, rows.numbers(x), rows.numbers(y), SeriesStyle::kLinePoints});
  }
  return all;
}

}  // namespace pj
