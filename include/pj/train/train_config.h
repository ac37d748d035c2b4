#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "pj/model/config.h"
#include "pj/optim/schedule.h"

namespace pj {

/// Everything that decides the bits of a training, beside the corpus.
struct TrainConfig {
  ModelConfig model;
  index_t batch = 16;  ///< windows of train_len tokens a step
  index_t steps = 420;
  std::uint64_t seed = 0;      ///< of initialisation, batches, evaluation windows and dropout
  double lr = 3e-3;            ///< base learning rate
  double weight_decay = 1e-4;  ///< decoupled, on every parameter
  std::string schedule = "constant";             ///< "constant" or "cosine"
  index_t warmup = 0;                            ///< steps of linear warm-up
  double clip = 0;                               ///< largest gradient norm; 0 for no limit
  std::vector<index_t> eval_lens = {512, 2048};  ///< tokens
  index_t eval_windows = 8;                      ///< windows a length
  index_t eval_every = 0;                        ///< steps between evaluations; 0 for the end alone
  index_t log_every = 10;                        ///< steps between rows of train.csv

  Schedule rates() const;
  /// Throws ValueError naming the first field that cannot be.
  void check() const;
};

void to_json(nlohmann::json& out, const TrainConfig& config);
void from_json(const nlohmann::json& in, TrainConfig& config);

}  // namespace pj
