#include "training_options.h"

#include "pj/core/threads.h"

namespace pj {
namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method& method : methods()) names.push_back(method.name);
  return names;
}

/// A named method, or the parts of a free combination; never both.
Method chosen_method(const Arguments& arguments) {
  const bool free =
      arguments.given("rotary") || arguments.given("scaling") || arguments.given("sectors");
  require<UsageError>(!(free && arguments.given("method")),
                      "--method must stand alone, got it beside --rotary, --scaling or --sectors");
  if (!free) return find_method(arguments.text("method"));
  return make_method(arguments.text("rotary"), arguments.text("scaling"),
                     arguments.text("sectors"));
}

}  // namespace

std::vector<Option> training_options() {
  const TrainConfig d;
  return {
      {"method",
       "rope_ntk_affine",
       "",
       "named method, see 'pjrope methods'",
       {.choices = method_names()}},
      {"rotary", "none", "", "rotary transform of a free combination: none, rope, pj_rotary, ..."},
      {"scaling", "none", "", "length scaling of a free combination: none, pi, ntk, yarn"},
      {"sectors", "none", "", "bias sectors of a free combination, as in fj,affine,lc; or alibi"},
      {"train-len", d.model.train_len, "tokens", "length of a training window", {.min = 1}},
      {"batch", d.batch, "windows", "windows of a step", {.min = 1}},
      {"steps", d.steps, "steps", "length of the training", {.min = 1}},
      {"seed", index_t{0}, "", "of initialisation, batches, evaluation and dropout", {.min = 0}},
      {"layers", d.model.num_layers, "", "Transformer blocks", {.min = 1}},
      {"embed", d.model.embed_dim, "channels", "embedding width", {.min = 1}},
      {"heads", d.model.num_heads, "", "attention heads", {.min = 1}},
      {"mlp-ratio",
       d.model.mlp_ratio,
       "",
       "hidden width of the MLP over the embedding width",
       {.min = 1}},
      {"max-order", d.model.max_order, "", "highest jet order R", {.min = 0, .max = 20}},
      {"lr", d.lr, "", "learning rate", {.min = 0}},
      {"weight-decay", d.weight_decay, "", "decoupled weight decay", {.min = 0}},
      {"schedule", d.schedule, "", "learning rate over the run", {.choices = schedule_names()}},
      {"warmup", d.warmup, "steps", "linear warm-up", {.min = 0}},
      {"clip", d.clip, "", "largest gradient norm, 0 for no limit", {.min = 0}},
      {"dropout",
       d.model.dropout,
       "",
       "share of activations dropped in training",
       {.min = 0, .max = 0.99}},
      {"gate-init",
       d.model.gate_init,
       "",
       "sector the gates favour at the start",
       {.choices = {"uniform", "fj", "affine", "lc"}}},
      {"order-init",
       d.model.order_init,
       "",
       "order the spectrum favours at the start, -1 for none",
       {.min = -1, .max = 20}},
      {"slope-init", d.model.affine_slope_init, "", "affine slope at the start", {.min = 1e-6}},
      {"eval-lens", d.eval_lens, "tokens", "evaluation lengths", {.min = 1}},
      {"eval-windows", d.eval_windows, "windows", "windows of each evaluation length", {.min = 1}},
      {"eval-every", d.eval_every, "steps", "between evaluations, 0 for the end alone", {.min = 0}},
      {"log-every", d.log_every, "steps", "between rows of train.csv", {.min = 1}},
  };
}

TrainConfig training_config(const Arguments& a, const Corpus& corpus) {
  TrainConfig c;
  c.model.method = chosen_method(a);
  c.model.vocab_size = corpus.vocab();
  c.model.train_len = a.integer("train-len");
  c.model.embed_dim = a.integer("embed");
  c.model.num_heads = a.integer("heads");
  c.model.num_layers = a.integer("layers");
  c.model.mlp_ratio = a.integer("mlp-ratio");
  c.model.max_order = a.integer("max-order");
  c.model.gate_init = a.text("gate-init");
  c.model.order_init = a.integer("order-init");
  c.model.affine_slope_init = a.number("slope-init");
  c.model.dropout = a.number("dropout");
  c.batch = a.integer("batch");
  c.steps = a.integer("steps");
  c.seed = static_cast<std::uint64_t>(a.integer("seed"));
  c.lr = a.number("lr");
  c.weight_decay = a.number("weight-decay");
  c.schedule = a.text("schedule");
  c.warmup = a.integer("warmup");
  c.clip = a.number("clip");
  c.eval_lens = a.integers("eval-lens");
  c.eval_windows = a.integer("eval-windows");
  c.eval_every = a.integer("eval-every");
  c.log_every = a.integer("log-every");
  c.check();
  return c;
}

std::vector<Option> corpus_options() {
  return {
      {"data",
       std::vector<std::filesystem::path>{},
       "",
       "shards or folders of shards",
       {.required = true}},
      {"cache-mib", kDefaultCacheBytes >> 20, "MiB", "decoded tokens kept in memory", {.min = 1}},
  };
}

Corpus open_corpus(const Arguments& arguments) {
  return Corpus::open(arguments.paths("data"), arguments.integer("cache-mib") << 20);
}

std::vector<Option> work_options() {
  return {
      {"threads",
       index_t{default_num_threads()},
       "",
       "threads that compute",
       {.min = 1, .max = 1024}},
      {"quiet", false, "", "show no progress"},
  };
}

void apply_work_options(const Arguments& arguments) {
  set_num_threads(static_cast<int>(arguments.integer("threads")));
}

}  // namespace pj
