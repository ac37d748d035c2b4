#pragma once

#include <string>
#include <vector>

#include "experiments/corpora.h"
#include "pj/runner/experiment.h"

namespace pj {

/// What one table of the language and music parts varies; everything else they have in common.
struct LongContextTable {
  std::string id, title, source, group;
  std::vector<std::string> corpora, methods;
  std::vector<index_t> train_lens, eval_lens;
  std::vector<index_t> max_orders = {3};
  std::string baseline;  ///< the method the others are compared with, window by window
  std::vector<index_t> seeds = {0, 1, 2};
  std::vector<std::pair<std::string, std::string>> smoke = {};
  std::function<std::vector<Claim>(const Results&)> claims = {};
};

/// The small profile of a table: one seed of short trainings and lengths, seconds of work.
std::vector<std::pair<std::string, std::string>> small_long_context(const std::string& corpora,
                                                                    const std::string& methods);

/// The experiment of a table: a task trains one model of a (corpus, train length, method, order,
/// seed), or finds that another table has, and measures it at every length on every part of the
/// corpus. Trainings and corpora lie in the folder that experiments share.
Experiment long_context_experiment(const LongContextTable& table);

/// A text of numbers with spaces between them, as columns of lists hold them, and back.
std::string numbers_text(const std::vector<double>& numbers);
std::vector<double> numbers_of(const Cell& cell);

}  // namespace pj
