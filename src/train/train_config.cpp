#include "pj/train/train_config.h"

#include <nlohmann/json.hpp>

namespace pj {

Schedule TrainConfig::rates() const {
  Schedule rates;
  rates.shape = schedule_shape(schedule);
  rates.base = lr;
  rates.total = steps;
  rates.warmup = warmup;
  return rates;
}

void TrainConfig::check() const {
  const auto at_least = [](const char* field, index_t value, index_t least) {
    require<ValueError>(value >= least, "train: ", field, " must be at least ", least, ", got ",
                        value);
  };
  model.check();
  at_least("batch", batch, 1);
  at_least("steps", steps, 1);
  at_least("eval_windows", eval_windows, 1);
  at_least("eval_every", eval_every, 0);
  at_least("log_every", log_every, 1);
  for (const index_t length : eval_lens) at_least("eval_lens", length, 1);
  require<ValueError>(weight_decay >= 0, "train: weight_decay must be at least 0, got ",
                      weight_decay);
  require<ValueError>(clip >= 0, "train: clip must be at least 0, got ", clip);
  (void)rates().lr(0);
}

// One list of fields, read by both directions.
#define PJ_TRAIN_FIELDS(apply)                                                                     \
  apply(model) apply(batch) apply(steps) apply(seed) apply(lr) apply(weight_decay) apply(schedule) \
      apply(warmup) apply(clip) apply(eval_lens) apply(eval_windows) apply(eval_every)             \
          apply(log_every)

void to_json(nlohmann::json& out, const TrainConfig& c) {
#define PJ_WRITE(field) out[#field] = c.field;
  PJ_TRAIN_FIELDS(PJ_WRITE)
#undef PJ_WRITE
}

void from_json(const nlohmann::json& in, TrainConfig& c) {
  try {
#define PJ_READ(field) in.at(#field).get_to(c.field);
    PJ_TRAIN_FIELDS(PJ_READ)
#undef PJ_READ
  } catch (const nlohmann::json::exception& error) {
    throw ValueError(message("train: configuration must hold every field, got ", error.what()));
  }
  c.check();
}

}  // namespace pj
