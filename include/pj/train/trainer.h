#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "pj/core/progress.h"
#include "pj/data/corpus.h"
#include "pj/train/evaluate.h"
#include "pj/train/train_config.h"

namespace pj {

/// Where a run lives and how it behaves; nothing here changes a number of the result.
struct RunOptions {
  std::filesystem::path folder;
  bool resume = false;       ///< go on in a folder that exists, from its newest good checkpoint
  index_t save_every = 100;  ///< steps between checkpoints; the last step is always saved
  ProgressStyle progress = ProgressStyle::kQuiet;
  nlohmann::json environment;  ///< version, compiler, data paths, threads: recorded, never compared
};

struct RunResult {
  index_t first_step = 0;  ///< steps that were done before this call
  index_t steps = 0;
  double loss = 0;  ///< training loss of the last step, nats a token; NaN if none was made here
  double seconds = 0, loader_seconds = 0;  ///< wall time of the steps, and of waiting for batches
  std::vector<EvalResult> evaluations;     ///< of the last step, those made in this call
};

/// Trains a model into a run folder:
///
///   config.json             every setting, the corpus hashes and the environment, before step 1
///   train.csv               step, loss, lr, gradient norm, tokens/s, seconds; a row every
///   log_every eval.csv                a row a length, written as it is measured
///   checkpoint.safetensors  and the one before it, .previous
///   summary.md              the last evaluation as a table
///
/// The same config, corpus and seed give the same bits, on any number of threads, stopped and
/// resumed anywhere or not. Throws ValueError if the folder is in use and resume is not set, if the
/// configuration or corpus differs from the folder's (naming the fields), or if the corpus is too
/// short; Error naming the first bad tensor if a loss or gradient is not finite, the last good
/// checkpoint untouched; Stopped, after saving, if Ctrl-C or SIGTERM arrived.
RunResult run_training(const TrainConfig& config, const Corpus& corpus, const RunOptions& options);

}  // namespace pj
