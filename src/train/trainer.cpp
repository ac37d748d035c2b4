#include "pj/train/trainer.h"

#include <cmath>
#include <iostream>
#include <limits>

#include "pj/core/clock.h"
#include "pj/core/files.h"
#include "pj/core/interrupt.h"
#include "pj/core/numbers.h"
#include "pj/core/warning.h"
#include "pj/data/batches.h"
#include "pj/optim/adamw.h"
#include "pj/optim/gradients.h"
#include "pj/report/json.h"
#include "pj/train/checkpoint.h"
#include "pj/train/run_log.h"
#include "pj/train/token_texts.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

/// What a resumed run must agree in: the configuration and what the corpus holds.
nlohmann::json identity(const TrainConfig& config, const Corpus& corpus) {
  return {{"train", config},
          {"corpus", {{"tokens", corpus.num_tokens()}, {"sha256", corpus.sha256s()}}}};
}

std::vector<Variable> variables_of(const Parameters& parameters) {
  std::vector<Variable> variables;
  for (const Parameter& p : parameters) variables.push_back(p.variable);
  return variables;
}

/// The folder of the run, made if it is new; refuses one that is used, or in use.
const fs::path& claim_folder(const RunOptions& options) {
  const bool used = fs::exists(options.folder) && !fs::is_empty(options.folder);
  require<ValueError>(!used || options.resume, options.folder.string(),
                      ": run folder must be new, got one that holds files; add --resume to go on "
                      "with it or choose another --out");
  fs::create_directories(options.folder);
  return options.folder;
}

/// One training in its folder.
class Run {
 public:
  Run(const TrainConfig& config, const Corpus& corpus, const RunOptions& options)
      : config_(config),
        corpus_(corpus),
        options_(options),
        identity_(identity(config, corpus)),
        checkpoint_path_(options.folder / "checkpoint.safetensors"),
        model_(config.model, config.seed),
        parameters_(model_.parameters()),
        optimiser_(variables_of(parameters_), {.weight_decay = config.weight_decay}),
        rates_(config.rates()),
        lock_(claim_folder(options)),
        first_step_(open_folder()),
        log_(options.folder, first_step_) {}

  RunResult run() {
    const InterruptGuard guard;
    BatchSource batches(corpus_, {config_.model.train_len, config_.batch, config_.seed});
    Progress progress(std::cerr, options_.progress, "train " + config_.model.method.name,
                      config_.steps, "steps", first_step_);
    result_.first_step = first_step_;
    result_.loss = std::numeric_limits<double>::quiet_NaN();
    if (first_step_ > 0) evaluate_if_due(first_step_);
    const Stopwatch watch;
    for (index_t step = first_step_; step < config_.steps; ++step) {
      train_step(step, batches);
      result_.steps = step + 1;
      progress.update(step + 1, message("loss ", to_fixed(result_.loss, 4)));
      const bool stop = stop_requested();
      if (stop || (step + 1) % options_.save_every == 0 || step + 1 == config_.steps) save();
      if (stop && step + 1 < config_.steps) throw_stopped(step + 1);
      evaluate_if_due(step + 1);
    }
    progress.finish();
    result_.steps = config_.steps;
    result_.seconds = watch.seconds() - evaluation_seconds_;
    result_.loader_seconds = batches.seconds_waited();
    log_.write_summary(config_, model_, corpus_);
    return std::move(result_);
  }

 private:
  /// Prepares the folder and the state to go on from; returns the steps that are done.
  index_t open_folder() {
    const fs::path config_path = options_.folder / "config.json";
    index_t step = 0;
    if (fs::exists(config_path))
      require_same_config(nlohmann::json::parse(read_file(config_path)).at("identity"), identity_,
                          {}, config_path.string());
    if (const auto found = load_newest_good(checkpoint_path_)) {
      if (!found->reason.empty()) warn(found->reason);
      const std::string where = found->path.string();
      require<ValueError>(found->checkpoint.config.has_value(), where,
                          ": a checkpoint to resume must hold a configuration, got none");
      require_same_config(*found->checkpoint.config, identity_, {}, where);
      restore_parameters(parameters_, found->checkpoint, where);
      restore_optimiser(optimiser_, parameters_, found->checkpoint, where);
      step = optimiser_.step_count();
    }
    write_file_atomically(
        config_path, json_text({{"identity", identity_}, {"environment", options_.environment}}));
    return step;
  }

  void train_step(index_t step, BatchSource& batches) {
    const Stopwatch watch;
    const Batch batch = batches.batch(step);
    ForwardOptions forward;
    if (config_.model.dropout > 0)
      forward.dropout = Stream(config_.seed, "dropout", static_cast<std::uint64_t>(step));
    const Variable loss =
        model_.loss(batch.inputs, batch.targets, config_.batch, config_.model.train_len, forward);
    result_.loss = static_cast<double>(loss.value().item());
    require_finite(step, result_.loss, "loss");
    backward(loss);
    std::vector<Variable> variables = optimiser_.parameters();
    const double limit = config_.clip > 0 ? config_.clip : std::numeric_limits<double>::infinity();
    const double norm = clip_gradients(variables, limit);
    require_finite(step, norm, "gradient norm");
    const double lr = rates_.lr(step);
    optimiser_.step(lr);
    optimiser_.clear_grads();
    if ((step + 1) % config_.log_every == 0 || step + 1 == config_.steps)
      log_.training_row(step + 1, result_.loss, lr, norm,
                        static_cast<double>(batch.inputs.size()) / watch.seconds(),
                        run_watch_.seconds());
  }

  /// Stops the run, with the last good checkpoint as it is, naming the first bad tensor.
  void require_finite(index_t step, double value, const char* what) const {
    if (std::isfinite(value)) return;
    std::vector<std::string> names;
    std::vector<Tensor> tensors;
    for (const Parameter& p : parameters_) {
      names.push_back(p.name);
      tensors.push_back(p.variable.value());
    }
    for (const Parameter& p : parameters_) {
      names.push_back("the gradient of " + p.name);
      tensors.push_back(p.variable.grad());
    }
    const auto bad = find_nonfinite(names, tensors);
    throw Error(message("train: ", what, " must be finite, got ", value, " at step ", step + 1,
                        "; first bad tensor: ", bad ? *bad : "the activations of the forward pass",
                        "; the checkpoint in ", options_.folder.string(),
                        " is untouched, try a smaller --lr or --clip 1"));
  }

  void save() {
    Checkpoint checkpoint = checkpoint_of(parameters_, optimiser_, identity_);
    checkpoint.texts = token_texts(corpus_.info());
    save_checkpoint(checkpoint_path_, checkpoint);
  }

  [[noreturn]] void throw_stopped(index_t step) const {
    throw Stopped(message("train: stopped after step ", step, " of ", config_.steps, ", saved in ",
                          checkpoint_path_.string(), "; the same command with --resume goes on"));
  }

  void evaluate_if_due(index_t step) {
    const bool last = step == config_.steps;
    if (!last && (config_.eval_every == 0 || step % config_.eval_every != 0)) return;
    const Stopwatch watch;
    for (const index_t length : config_.eval_lens) {
      if (log_.has_evaluation(step, length)) continue;
      EvalResult result =
          evaluate(model_, corpus_, {length, config_.eval_windows, config_.seed, 64});
      log_.evaluation_row(step, result, model_);
      if (last) result_.evaluations.push_back(std::move(result));
      if (stop_requested()) throw_stopped(step);
    }
    evaluation_seconds_ += watch.seconds();
  }

  const TrainConfig& config_;
  const Corpus& corpus_;
  const RunOptions& options_;
  nlohmann::json identity_;
  fs::path checkpoint_path_;
  Transformer model_;
  Parameters parameters_;
  AdamW optimiser_;
  Schedule rates_;
  FolderLock lock_;
  index_t first_step_;
  RunLog log_;
  RunResult result_;
  Stopwatch run_watch_;
  double evaluation_seconds_ = 0;
};

}  // namespace

RunResult run_training(const TrainConfig& config, const Corpus& corpus, const RunOptions& options) {
  config.check();
  require<ValueError>(config.model.vocab_size >= corpus.vocab(),
                      "train: vocab_size must cover the corpus's ", corpus.vocab(), ", got ",
                      config.model.vocab_size);
  require_lengths(options.folder.string(), split_tokens(corpus.num_tokens()),
                  config.model.train_len, config.eval_lens);
  return Run(config, corpus, options).run();
}

}  // namespace pj
