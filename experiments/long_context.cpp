#include "experiments/long_context.h"

#include <algorithm>
#include <set>

#include "experiments/long_context_summary.h"
#include "experiments/order_masses.h"
#include "pj/core/clock.h"
#include "pj/core/numbers.h"
#include "pj/model/cost.h"
#include "pj/model/diagnostics.h"
#include "pj/position/diagnostics.h"
#include "pj/train/load_model.h"
#include "pj/train/program_facts.h"
#include "pj/train/run_log.h"
#include "pj/train/trainer.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr index_t kFarLength = 16384;
constexpr int kOrders = 4;

/// The lengths a model of this train length is measured at, its own first.
std::vector<index_t> lengths_of(index_t train_len, const Arguments& settings) {
  std::set<index_t> lengths = {train_len};
  for (const index_t length : settings.integers("eval-lens"))
    if (length > train_len) lengths.insert(length);
  return {lengths.begin(), lengths.end()};
}

index_t windows_at(index_t length, const Arguments& settings) {
  return settings.integer(length >= kFarLength ? "far-windows" : "eval-windows");
}

TrainConfig config_of(const GridPoint& point, const Arguments& settings) {
  TrainConfig config;
  config.model.method = find_method(point.text("method"));
  config.model.train_len = point.integer("train_len");
  config.model.max_order = point.integer("max_order");
  config.batch = std::max<index_t>(1, settings.integer("step-tokens") / config.model.train_len);
  config.steps = settings.integer("steps");
  config.seed = point.seed();
  config.eval_lens = {};
  return config;
}

CorpusStore store_of(const Arguments& settings, const fs::path& shared) {
  return {settings.text("corpora"), shared / "corpora", settings.integer("pieces")};
}

std::string training_name(const GridPoint& point, const TrainConfig& config) {
  return message(point.text("corpus"), "-", config.model.train_len, "-", config.model.method.name,
                 "-R", config.model.max_order, "-", config.batch, "x", config.steps, "-seed",
                 config.seed);
}

/// Trains, or goes on, or finds it done; returns its wall seconds if all of it happened here.
std::optional<double> train(const TrainConfig& config, const Corpus& corpus,
                            const fs::path& folder) {
  fs::create_directories(folder.parent_path());
  const Stopwatch watch;
  const RunResult result = run_training(
      config, corpus,
      {.folder = folder, .resume = true, .environment = {{"program", program_facts()}}});
  if (result.first_step > 0) return std::nullopt;
  return watch.seconds();
}

/// Masses of the orders, and their functional energies over a window, the mean over layers and
/// heads.
void add_orders(Record& record, const Transformer& model, index_t window) {
  const std::optional<BiasSummary> bias = summarise_bias(model);
  if (!bias) return;
  add_masses(record, *bias);
  record["high_order_share"] = bias->high_order_share;
  double heads = 0;
  std::map<std::string, double> energies;
  for (const auto& block : model.blocks())
    for (const HeadDiagnostics& head : diagnose(*block.attention().bias(), window)) {
      ++heads;
      for (std::size_t r = 0; r < head.fj.energy.size(); ++r)
        energies[message("fj_energy_", r)] += head.fj.energy[r];
      for (std::size_t r = 0; r < head.lc.energy.size(); ++r)
        energies[message("lc_energy_", r)] += head.lc.energy[r];
    }
  for (const auto& [name, sum] : energies) record[name] = sum / heads;
}

/// What an evaluation measures by the names eval.csv has, the losses of its windows and positions,
/// and what the bias chose.
Record row_of(const EvalResult& result, const Transformer& model, const std::string& part) {
  std::vector<double> by_position;
  for (const PositionLoss& bucket : result.by_position) by_position.push_back(bucket.loss);
  Record record = {{"part", part},
                   {"window_losses", numbers_text(result.window_losses)},
                   {"position_losses", numbers_text(by_position)}};
  const std::vector<Column> names = evaluation_columns();
  const Row cells = evaluation_cells(result, model);
  for (std::size_t i = 0; i < names.size(); ++i) record[names[i].name] = cells[i];
  add_orders(record, model, result.plan.length);
  return record;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext& context) {
  const CorpusStore store = store_of(settings, context.shared);
  const NamedCorpus& corpus = find_corpus(point.text("corpus"));
  const TrainConfig config = config_of(point, settings);
  const std::vector<index_t> lengths = lengths_of(config.model.train_len, settings);
  std::vector<Corpus> parts;
  for (const std::string& part : corpus.parts) {
    parts.push_back(store.open(corpus.id, part));
    const index_t tokens = parts.back().num_tokens();
    require_lengths(corpus.id + " " + part,
                    evaluation_split({.whole_corpus = part != "train"}, tokens), 0, lengths);
  }
  const fs::path folder = context.shared / "trainings" / training_name(point, config);
  const std::optional<double> seconds = train(config, parts.front(), folder);
  const LoadedModel loaded = load_model(folder / "checkpoint.safetensors");
  std::vector<Record> rows;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::optional<double> at_train_len;
    for (const index_t length : lengths) {
      context.stop_if_asked();
      const EvalResult result = evaluate(loaded.model, parts[p],
                                         {.length = length,
                                          .windows = windows_at(length, settings),
                                          .seed = config.seed,
                                          .whole_corpus = p > 0});
      rows.push_back(row_of(result, loaded.model, corpus.parts[p]));
      if (!at_train_len) at_train_len = result.loss;
      rows.back()["change"] = result.loss - *at_train_len;
    }
  }
  rows.front()["train_seconds"] = seconds;
  return rows;
}

TaskCost cost(const GridPoint& point, const Arguments& settings) {
  const TrainConfig config = config_of(point, settings);
  const index_t train_len = config.model.train_len, batch = config.batch;
  const auto parts = static_cast<double>(find_corpus(point.text("corpus")).parts.size());
  TaskCost cost{
      1e-9 * static_cast<double>(config.steps) * training_flops(config.model, train_len, batch),
      1e-6 * training_bytes(config.model, train_len * batch)};
  for (const index_t length : lengths_of(train_len, settings)) {
    cost.gigaflops +=
        1e-9 * parts * forward_flops(config.model, length, windows_at(length, settings));
    cost.megabytes = std::max(cost.megabytes, 1e-6 * forward_bytes(config.model, length));
  }
  return cost;
}

std::vector<ResultColumn> columns() {
  std::vector<ResultColumn> all;
  for (const char* key : {"corpus", "train_len", "method", "max_order", "seed", "part", "length"})
    all.push_back({key, "", ColumnRole::kKey});
  all.push_back({"change", "nats/token"});
  for (const Column& column : evaluation_columns())
    if (column.name != "length")
      all.push_back({column.name, column.unit,
                     column.name == "seconds" ? ColumnRole::kTiming : ColumnRole::kValue});
  for (const ResultColumn& column : mass_columns()) all.push_back(column);
  all.push_back({"high_order_share"});
  for (const char* sector : {"fj", "lc"})
    for (int r = 0; r < kOrders; ++r) all.push_back({message(sector, "_energy_", r)});
  all.push_back({"window_losses", "nats/token"});
  all.push_back({"position_losses", "nats/token"});
  all.push_back({"train_seconds", "s", ColumnRole::kTiming});
  return all;
}

std::vector<Option> settings_of(const LongContextTable& table) {
  return {
      {"corpora", "data/corpora", "", "folder of the published files, see tools/fetch_corpora.sh"},
      {"corpus", table.corpora, "", "corpora to train on", {.choices = corpus_ids()}},
      {"pieces",
       index_t{128},
       "pieces",
       "of each part of a corpus drawn at random, at most",
       {.min = 1}},
      {"methods", table.methods, "", "methods to train"},
      {"train-lens", table.train_lens, "tokens", "windows of the trainings", {.min = 8}},
      {"eval-lens",
       table.eval_lens,
       "tokens",
       "lengths to measure beside the train length",
       {.min = 8}},
      {"max-orders", table.max_orders, "", "highest jet orders R", {.min = 0, .max = kOrders - 1}},
      seeds_option(table.seeds),
      {"steps", index_t{420}, "steps", "of a training", {.min = 1}},
      {"step-tokens", index_t{8192}, "tokens", "of a step: batch times window", {.min = 8}},
      {"eval-windows", index_t{8}, "windows", "of a length below 16384", {.min = 1}},
      {"far-windows", index_t{4}, "windows", "of a length from 16384 on", {.min = 1}},
      {"baseline", table.baseline, "", "method the others are compared with"},
  };
}

std::vector<Axis> grid(const Arguments& settings) {
  for (const std::string& method : settings.texts("methods")) (void)find_method(method);
  return {{"corpus", settings.texts("corpus")},
          number_axis("train_len", settings.integers("train-lens")),
          {"method", settings.texts("methods")},
          number_axis("max_order", settings.integers("max-orders")),
          seed_axis(settings)};
}

}  // namespace

std::string numbers_text(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : " ") + to_text(number);
  return text;
}

std::vector<double> numbers_of(const Cell& cell) {
  std::vector<double> numbers;
  if (!cell.text()) return numbers;
  const std::string& text = *cell.text();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::optional<double> number = parse_number(text.substr(begin, end - begin));
    require<ValueError>(number.has_value(), "list of numbers: words must be numbers, got '", text,
                        "'");
    numbers.push_back(*number);
    begin = end + 1;
  }
  return numbers;
}

std::vector<std::pair<std::string, std::string>> small_long_context(const std::string& corpora,
                                                                    const std::string& methods) {
  return {{"corpus", corpora},       {"methods", methods},  {"train-lens", "128"},
          {"eval-lens", "512,2048"}, {"seeds", "0"},        {"steps", "60"},
          {"step-tokens", "2048"},   {"eval-windows", "4"}, {"far-windows", "1"}};
}

Experiment long_context_experiment(const LongContextTable& table) {
  return {.id = table.id,
          .title = table.title,
          .source = table.source,
          .group = table.group,
          .settings = settings_of(table),
          .smoke = table.smoke,
          .grid = grid,
          .columns = columns(),
          .waits_for =
              [](const GridPoint& point, const Arguments& settings) {
                return store_of(settings, {}).missing(point.text("corpus"));
              },
          .cost = cost,
          .run = run,
          .summarise =
              [claims = table.claims](const Results& results, const Arguments& settings) {
                Summary summary = long_context_summary(results, settings);
                if (claims) summary.claims = claims(results);
                return summary;
              },
          .figures = long_context_figures};
}

}  // namespace pj
