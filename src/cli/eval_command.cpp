#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "model_options.h"
#include "pj/core/interrupt.h"
#include "pj/core/numbers.h"
#include "pj/core/progress.h"
#include "pj/data/windows.h"
#include "pj/model/diagnostics.h"
#include "pj/report/json.h"
#include "pj/report/table.h"
#include "pj/train/run_log.h"
#include "training_options.h"

namespace pj {
namespace {

std::vector<Option> options() {
  std::vector<Option> all = {{"checkpoint", "", "", "file of a trained model", {.required = true}}};
  for (const auto& part : {model_hint_options(), corpus_options(), work_options()})
    all.insert(all.end(), part.begin(), part.end());
  const EvalPlan plan;
  const std::vector<Option> own = {
      {"lens", std::vector<index_t>{512, 2048, 8192}, "tokens", "evaluation lengths", {.min = 1}},
      {"windows", plan.windows, "windows", "windows of each length", {.min = 1}},
      {"seed", index_t{0}, "", "of the windows", {.min = 0}},
      {"stat-rows",
       plan.stat_rows,
       "rows",
       "query rows a window the attention statistics read",
       {.min = 0}},
      {"json", false, "", "as JSON, with the loss of every window and by position"},
  };
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

/// Every measured number by its column's name, an absent one as null.
Json result_json(const EvalResult& result, const Transformer& model) {
  Json json;
  const std::vector<Column> columns = evaluation_columns();
  const Row cells = evaluation_cells(result, model);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::optional<double> number = cells[i].number();
    json[columns[i].name] = number ? json_number(*number) : Json();
  }
  json["window_losses"] = result.window_losses;
  json["by_position"] = Json::array();
  for (const PositionLoss& bucket : result.by_position)
    json["by_position"].push_back(
        {{"begin", bucket.begin}, {"end", bucket.end}, {"loss", json_number(bucket.loss)}});
  return json;
}

Row shown_cells(const EvalResult& r) {
  return {r.plan.length,
          r.plan.windows,
          Cell::fixed(r.loss, 4),
          Cell::fixed(r.perplexity(), 3),
          Cell::fixed(r.bits_per_token(), 4),
          Cell::fixed(r.attention.entropy, 3),
          Cell::fixed(r.attention.effective_support, 1),
          Cell::fixed(r.attention.average_distance, 1),
          Cell::fixed(r.logit_std, 3)};
}

void print_bias(const Transformer& model) {
  const std::optional<BiasSummary> bias = summarise_bias(model);
  if (!bias) return;
  std::cout << "\ngates: FJ " << to_fixed(bias->gates[0], 4) << ", affine "
            << to_fixed(bias->gates[1], 4) << ", LC " << to_fixed(bias->gates[2], 4)
            << "; mean slope " << to_fixed(bias->slope, 3) << "; high-order mass "
            << to_text(bias->high_order_mass) << '\n';
}

int run(const Arguments& arguments) {
  apply_work_options(arguments);
  const LoadedModel loaded = open_model(arguments.text("checkpoint"), arguments);
  const Corpus corpus = open_corpus(arguments);
  const std::vector<index_t>& lengths = arguments.integers("lens");
  require<ValueError>(loaded.model.config().vocab_size >= corpus.vocab(),
                      "eval: the model's vocabulary must cover the corpus's ", corpus.vocab(),
                      " tokens, got ", loaded.model.config().vocab_size);
  require_lengths("eval", split_tokens(corpus.num_tokens()), 0, lengths);
  Table table({{"length", "tokens"},
               {"windows"},
               {"loss", "nats"},
               {"perplexity"},
               {"bits/token"},
               {"entropy", "nats"},
               {"support", "tokens"},
               {"distance", "tokens"},
               {"logit std"}});
  Json rows = Json::array();
  Progress progress(std::cerr, stderr_progress_style(arguments.flag("quiet")), "eval",
                    static_cast<index_t>(lengths.size()), "lengths");
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const EvalResult result = evaluate(
        loaded.model, corpus,
        {lengths[i], arguments.integer("windows"),
         static_cast<std::uint64_t>(arguments.integer("seed")), arguments.integer("stat-rows")});
    rows.push_back(result_json(result, loaded.model));
    table.add(shown_cells(result));
    progress.update(static_cast<index_t>(i) + 1);
  }
  progress.finish();
  if (arguments.flag("json")) {
    std::cout << json_text({{"method", loaded.model.config().method.name}, {"lengths", rows}});
    return 0;
  }
  std::cout << loaded.model.config().method.name << "\n\n" << table.text();
  print_bias(loaded.model);
  return 0;
}

}  // namespace

Command eval_command() {
  return {.name = "eval",
          .summary = "measure a trained model at many lengths",
          .positionals = {},
          .options = options(),
          .run = run};
}

}  // namespace pj
