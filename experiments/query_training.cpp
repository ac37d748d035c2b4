#include "experiments/query_training.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/order_masses.h"
#include "experiments/targets.h"
#include "pj/ops/cross_entropy.h"
#include "pj/ops/shape_ops.h"
#include "pj/optim/adamw.h"

namespace pj {
namespace {

constexpr index_t kProbedSequences = 8;

const QueryVariant& find_variant(std::string_view name) {
  for (const QueryVariant& variant : query_variants())
    if (variant.name == name) return variant;
  throw UsageError(message("query variant: unknown name '", name, "'"));
}

ModelConfig model_config(const QueryRun& run) {
  const QueryVariant& variant = find_variant(run.variant);
  ModelConfig config;
  config.method = make_method("none", "none", variant.sectors);
  config.vocab_size = kQueryToken + 1;
  config.train_len = static_cast<index_t>(run.teacher.train_len);
  config.max_order = variant.order_zero ? 0 : run.max_order;
  config.gate_init = run.start_at_teacher ? to_text(teacher_sector(run.teacher.target)) : "uniform";
  if (run.start_at_teacher && teacher_order(run.teacher.target) <= config.max_order)
    config.order_init = teacher_order(run.teacher.target);
  config.affine_slope_init = run.slope_init;
  config.strict_mask = true;
  return config;
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

void space_frequencies(Tensor& omega, const QueryTeacher& teacher) {
  const std::vector<double> cycles = spaced_cycles(omega.dim(0), teacher.cycles);
  for (std::size_t h = 0; h < cycles.size(); ++h)
    omega.data()[h] = static_cast<real>(cycles_to_omega(cycles[h], teacher.train_len));
}

/// The first two thirds of the rows of a projection to q, k and v.
void zero_queries_and_keys(Tensor& projection) {
  std::fill_n(projection.data(), projection.size() / 3 * 2, real{0});
}

/// What an evaluation adds up.
struct Evaluation {
  double loss = 0, correct = 0, ones = 0, confidence = 0, entropy = 0, support = 0;
  index_t count = 0, probed = 0;
};

/// Softmax over the classes of one sequence's answer.
void add_answer(Evaluation& sum, const real* logits, index_t classes, std::int32_t label) {
  const real* const best = std::max_element(logits, logits + classes);
  double normaliser = 0;
  for (index_t c = 0; c < classes; ++c)
    normaliser += std::exp(static_cast<double>(logits[c]) - static_cast<double>(*best));
  sum.confidence += 1 / normaliser;
  sum.correct += best - logits == label ? 1 : 0;
  sum.ones += label;
  ++sum.count;
}

/// The weights of the query row in the last layer, every head of every sequence.
void add_attention(Evaluation& sum, const AttentionView& view) {
  const index_t T = view.q.source.dim(1), heads = view.mask.num_heads;
  std::vector<double> weights(static_cast<std::size_t>(heads * T));
  for (index_t b = 0; b < view.q.source.dim(0); ++b) {
    attention_row(view.q, view.k, view.lag_bias, view.mask, b, T - 1, weights);
    for (index_t h = 0; h < heads; ++h, ++sum.probed) {
      const double entropy = entropy_of({weights.begin() + h * T, weights.begin() + (h + 1) * T});
      sum.entropy += entropy;
      sum.support += std::exp(entropy);
    }
  }
}

Evaluation evaluate(const Transformer& model, const QueryRun& run, index_t T) {
  const NoGrad no_grad;
  const std::vector<double> weights = teacher_weights(run.teacher, T);
  const index_t last = model.config().num_layers - 1, classes = model.config().vocab_size;
  Evaluation sum;
  for (index_t batch = 0; batch < run.eval_batches; ++batch) {
    const QueryBatch drawn = draw_query_batch(
        weights, run.batch, run.median_threshold,
        Stream(run.seed, message("query.eval.", T), static_cast<std::uint64_t>(batch)));
    const Tensor y =
        model.logits(model.features(drawn.tokens, run.batch, T, {.last_row = true})).value();
    // A probe takes all rows of every layer, so it sees a few sequences only.
    const index_t probed = std::min(kProbedSequences, run.batch);
    ForwardOptions probing = {.last_row = true};
    probing.probe = [&](const AttentionView& view) {
      if (view.layer == last) add_attention(sum, view);
    };
    const std::span<const std::int32_t> some(drawn.tokens.data(),
                                             static_cast<std::size_t>(probed * T));
    (void)model.features(some, probed, T, probing);
    const Tensor rows = y.reshape({run.batch, classes});
    for (const double loss : token_losses(rows, drawn.labels)) sum.loss += loss;
    for (index_t b = 0; b < run.batch; ++b)
      add_answer(sum, rows.data() + b * classes, classes,
                 drawn.labels[static_cast<std::size_t>(b)]);
  }
  return sum;
}

/// Trains in place; returns the loss of the last step.
double train(Transformer& model, const QueryRun& run) {
  std::vector<Variable> leaves;
  for (const Parameter& p : model.parameters()) leaves.push_back(p.variable);
  AdamW optimiser(leaves);
  const index_t classes = model.config().vocab_size;
  std::vector<std::vector<double>> weights;
  for (const index_t T : run.train_lens) weights.push_back(teacher_weights(run.teacher, T));
  double last = 0;
  for (index_t step = 0; step < run.steps; ++step) {
    const auto turn = static_cast<std::size_t>(step) % run.train_lens.size();
    const QueryBatch drawn =
        draw_query_batch(weights[turn], run.batch, run.median_threshold,
                         Stream(run.seed, "query.batch", static_cast<std::uint64_t>(step)));
    const Variable y = model.logits(
        model.features(drawn.tokens, run.batch, run.train_lens[turn], {.last_row = true}));
    const Variable loss = cross_entropy(reshape(y, {run.batch, classes}), drawn.labels);
    backward(loss);
    optimiser.step(run.lr);
    optimiser.clear_grads();
    last = static_cast<double>(loss.value().item());
    require<ValueError>(std::isfinite(last), "query: loss must stay finite, got ", last,
                        " at step ", step);
  }
  return last;
}

void add_bias_columns(Record& record, const BiasSummary& bias) {
  const char* const names[] = {"gate_fj", "gate_affine", "gate_lc"};
  for (std::size_t s = 0; s < 3; ++s) record[names[s]] = bias.gates[s];
  record["slope"] = bias.slope;
  add_masses(record, bias);
  record["high_order_mass"] = bias.high_order_mass;
}

}  // namespace

const std::vector<QueryVariant>& query_variants() {
  static const std::vector<QueryVariant> variants = {{"none", "none"},
                                                     {"affine", "affine"},
                                                     {"fj", "fj"},
                                                     {"fj_affine", "fj,affine"},
                                                     {"lc_affine", "affine,lc"},
                                                     {"full", "fj,affine,lc"},
                                                     {"fj0", "fj", true},
                                                     {"fj0_affine", "fj,affine", true}};
  return variants;
}

std::vector<std::string> query_variant_names() {
  std::vector<std::string> names;
  for (const QueryVariant& variant : query_variants()) names.push_back(variant.name);
  return names;
}

Sectors variant_sectors(std::string_view name) { return parse_sectors(find_variant(name).sectors); }

Transformer make_query_model(const QueryRun& run) {
  Transformer model(model_config(run), run.seed);
  for (Parameter& p : model.parameters()) {
    if (ends_with(p.name, "pj_bias.omega"))
      space_frequencies(p.variable.mutable_value(), run.teacher);
    if (run.freeze_qk && p.name.find(".qkv.") != std::string::npos)
      zero_queries_and_keys(p.variable.mutable_value());
  }
  return model;
}

std::vector<Record> train_query(const QueryRun& run) {
  Transformer model = make_query_model(run);
  const double train_loss = train(model, run);
  const std::optional<BiasSummary> bias = summarise_bias(model);
  std::vector<Record> records;
  for (const index_t T : run.eval_lens) {
    const Evaluation e = evaluate(model, run, T);
    const auto n = static_cast<double>(e.count), probed = static_cast<double>(e.probed);
    Record record = {{"eval_len", T},
                     {"train_loss", train_loss},
                     {"loss", e.loss / n},
                     {"accuracy", e.correct / n},
                     {"balance", e.ones / n},
                     {"confidence", e.confidence / n},
                     {"attention_entropy", e.entropy / probed},
                     {"attention_support", e.support / probed}};
    if (run.teacher.rule == "attention")
      record["teacher_support"] = std::exp(entropy_of(teacher_weights(run.teacher, T)));
    if (bias) add_bias_columns(record, *bias);
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<Option> query_options() {
  return {
      {"train-len", index_t{96}, "tokens", "train length L of kernels and model", {.min = 2}},
      {"train-lens",
       std::vector<index_t>{96},
       "tokens",
       "lengths of the steps, in turn",
       {.min = 2}},
      {"eval-lens", std::vector<index_t>{96, 192}, "tokens", "evaluation lengths", {.min = 2}},
      {"variants", query_variant_names(), "", "sectors", {.choices = query_variant_names()}},
      {"steps", index_t{350}, "steps", "length of a training", {.min = 1}},
      {"batch", index_t{96}, "sequences", "of a step and of an evaluation batch", {.min = 2}},
      {"eval-batches", index_t{8}, "", "batches of an evaluation", {.min = 1}},
      {"lr", 3e-3, "", "learning rate", {.min = 0}},
      {"cycles", 17.0, "per train length", "of the teacher, and the highest of a head", {.min = 1}},
      {"slope-init", 0.4, "", "affine slope at the start", {.min = 1e-6}},
      {"max-order", index_t{3}, "", "highest jet order R", {.min = 0, .max = 3}},
      {"freeze-qk", false, "", "keep queries and keys at zero"},
      {"median-threshold", false, "", "split each batch's labels at its median"},
      {"start-at-teacher", false, "", "begin at the teacher's sector and order"}};
}

Option lambda_option() {
  return {"lambda", QueryTeacher{}.lambda, "", "sharpness of the attention teacher", {.min = 0}};
}

std::vector<ResultColumn> query_columns(std::vector<std::string> keys) {
  std::vector<ResultColumn> columns;
  for (std::string& key : keys) columns.push_back({std::move(key), "", ColumnRole::kKey});
  columns.push_back({"seed", "", ColumnRole::kKey});
  columns.push_back({"eval_len", "tokens", ColumnRole::kKey});
  columns.push_back({"train_loss", "nats"});
  columns.push_back({"loss", "nats"});
  for (const char* name : {"accuracy", "balance", "confidence"}) columns.push_back({name});
  columns.push_back({"attention_entropy", "nats"});
  columns.push_back({"attention_support", "tokens"});
  columns.push_back({"teacher_support", "tokens"});
  for (const char* name : {"gate_fj", "gate_affine", "gate_lc", "slope"}) columns.push_back({name});
  for (const ResultColumn& column : mass_columns()) columns.push_back(column);
  columns.push_back({"high_order_mass"});
  return columns;
}

QueryRun query_run(const Arguments& settings) {
  QueryRun run;
  run.teacher.train_len = static_cast<double>(settings.integer("train-len"));
  run.teacher.cycles = settings.number("cycles");
  run.train_lens = settings.integers("train-lens");
  run.eval_lens = settings.integers("eval-lens");
  run.steps = settings.integer("steps");
  run.batch = settings.integer("batch");
  run.eval_batches = settings.integer("eval-batches");
  run.lr = settings.number("lr");
  run.slope_init = settings.number("slope-init");
  run.max_order = settings.integer("max-order");
  run.freeze_qk = settings.flag("freeze-qk");
  run.median_threshold = settings.flag("median-threshold");
  run.start_at_teacher = settings.flag("start-at-teacher");
  return run;
}

}  // namespace pj
