#include "pj/train/run_log.h"

#include "pj/core/files.h"
#include "pj/core/numbers.h"
#include "pj/model/diagnostics.h"
#include "pj/report/table.h"

namespace pj {
namespace {

const std::vector<Column> kTrainingColumns = {
    {"step"},          {"loss", "nats/token"},       {"lr"},
    {"gradient_norm"}, {"tokens_per_second", "1/s"}, {"seconds", "s"},
};

std::vector<Column> with_step(std::vector<Column> columns) {
  columns.insert(columns.begin(), {"step"});
  return columns;
}

}  // namespace

std::vector<Column> evaluation_columns() {
  return {{"length", "tokens"},
          {"windows"},
          {"loss", "nats/token"},
          {"perplexity"},
          {"bits_per_token", "bits"},
          {"entropy", "nats"},
          {"effective_support", "tokens"},
          {"average_distance", "tokens"},
          {"logit_std"},
          {"logit_max"},
          {"query_norm"},
          {"key_norm"},
          {"gate_fj"},
          {"gate_affine"},
          {"gate_lc"},
          {"slope"},
          {"high_order_mass"},
          {"seconds", "s"}};
}

Row evaluation_cells(const EvalResult& r, const Transformer& model) {
  Row row = {r.plan.length,
             r.plan.windows,
             r.loss,
             r.perplexity(),
             r.bits_per_token(),
             r.attention.entropy,
             r.attention.effective_support,
             r.attention.average_distance,
             r.logit_std,
             r.logit_max,
             r.query_norm,
             r.key_norm};
  const std::optional<BiasSummary> bias = summarise_bias(model);
  for (std::size_t sector = 0; sector < 3; ++sector)
    row.push_back(bias ? Cell(bias->gates[sector]) : Cell());
  row.push_back(bias ? Cell(bias->slope) : Cell());
  row.push_back(bias ? Cell(bias->high_order_mass) : Cell());
  row.push_back(r.seconds);
  return row;
}

LastEvaluations last_evaluations(const std::filesystem::path& folder) {
  const CsvTable table = read_csv(folder / "eval.csv", LastLine::kDropIfIncomplete);
  LastEvaluations losses;
  const std::size_t step = table.place("step"), length = table.place("length"),
                    loss = table.place("loss");
  for (const Row& row : table.rows)
    if (row[step].text() == table.rows.back()[step].text())
      losses[static_cast<index_t>(row[length].number().value())] = row[loss].number().value();
  return losses;
}

RunLog::RunLog(const std::filesystem::path& folder, index_t first_step)
    : folder_(folder),
      training_(CsvLog::resume(folder / "train.csv", kTrainingColumns, "step", first_step)),
      evaluation_(CsvLog::resume(folder / "eval.csv", with_step(evaluation_columns()), "step",
                                 first_step)) {
  for (const Row& row : read_csv(folder / "eval.csv").rows)
    evaluated_.emplace(static_cast<index_t>(row[0].number().value_or(-1)),
                       static_cast<index_t>(row[1].number().value_or(-1)));
}

void RunLog::training_row(index_t step, double loss, double lr, double gradient_norm,
                          double tokens_per_second, double seconds) {
  training_.append({step, loss, lr, gradient_norm, tokens_per_second, seconds});
}

void RunLog::evaluation_row(index_t step, const EvalResult& result, const Transformer& model) {
  Row row = evaluation_cells(result, model);
  row.insert(row.begin(), Cell(step));
  evaluation_.append(row);
  evaluated_.emplace(step, result.plan.length);
}

bool RunLog::has_evaluation(index_t step, index_t length) const {
  return evaluated_.contains({step, length});
}

void RunLog::write_summary(const TrainConfig& config, const Transformer& model,
                           const Corpus& corpus) const {
  const CsvTable evaluations = read_csv(folder_ / "eval.csv");
  Table table({{"length", "tokens"},
               {"loss", "nats/token"},
               {"bits/token"},
               {"support", "tokens"},
               {"distance", "tokens"}});
  for (const Row& row : evaluations.rows) {
    if (row[0].number() != static_cast<double>(config.steps)) continue;
    const auto cell = [&](const char* column, int digits) {
      return Cell::fixed(row[evaluations.place(column)].number(), digits);
    };
    table.add({cell("length", 0), cell("loss", 4), cell("bits_per_token", 4),
               cell("effective_support", 1), cell("average_distance", 1)});
  }
  std::string text = message(
      "# ", config.model.method.name, ", ", config.steps, " steps\n\n", model.num_parameters(),
      " parameters, trained on ", config.batch, " windows of ", config.model.train_len,
      " tokens a step (corpus: ", corpus.num_tokens(), " tokens, ", corpus.info().tokenizer,
      "), seed ", config.seed, ", learning rate ", to_text(config.lr), ".\n\n", table.markdown());
  if (const std::optional<BiasSummary> bias = summarise_bias(model))
    text += message("\nGates: FJ ", to_fixed(bias->gates[0], 4), ", affine ",
                    to_fixed(bias->gates[1], 4), ", LC ", to_fixed(bias->gates[2], 4),
                    "; mean slope ", to_fixed(bias->slope, 3), "; high-order mass ",
                    to_text(bias->high_order_mass), ".\n");
  write_file_atomically(folder_ / "summary.md", text);
}

}  // namespace pj
