#pragma once

#include <filesystem>
#include <map>
#include <set>

#include "pj/report/csv.h"
#include "pj/train/evaluate.h"
#include "pj/train/train_config.h"

namespace pj {

/// The measurements a row of eval.csv holds, step aside; empty cells where a method has no bias.
std::vector<Column> evaluation_columns();
Row evaluation_cells(const EvalResult& result, const Transformer& model);

/// Loss by length of a run folder's last evaluation, read from its eval.csv; empty if there is
/// none.
using LastEvaluations = std::map<index_t, double>;
LastEvaluations last_evaluations(const std::filesystem::path& folder);

/// train.csv, eval.csv and summary.md of a run folder. Opened after a resume at `first_step` it
/// drops the rows after it; rows are in the files when a call returns.
class RunLog {
 public:
  RunLog(const std::filesystem::path& folder, index_t first_step);

  void training_row(index_t step, double loss, double lr, double gradient_norm,
                    double tokens_per_second, double seconds);
  void evaluation_row(index_t step, const EvalResult& result, const Transformer& model);
  /// Whether eval.csv already holds this length at this step.
  bool has_evaluation(index_t step, index_t length) const;
  /// The rows of the last step as a table, with what was trained on what.
  void write_summary(const TrainConfig& config, const Transformer& model,
                     const Corpus& corpus) const;

 private:
  std::filesystem::path folder_;
  CsvLog training_, evaluation_;
  std::set<std::pair<index_t, index_t>> evaluated_;  // (step, length)
};

}  // namespace pj
