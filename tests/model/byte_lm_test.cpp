// The whole model against an independent implementation: every method of byte_lm.json end to end.

#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "pj/model/transformer.h"
#include "pj/ops/reduce.h"
#include "pj/optim/adamw.h"
#include "pj/train/checkpoint.h"
#include "pj/train/evaluate.h"
#include "testing/golden_tensor.h"

using namespace pj;
using nlohmann::json;

namespace {

// The reference computes in double. In double ours differs by the order of sums. In float each of
// some 40 chained ops rounds at 6e-8 of values up to a hundred times the result.
constexpr double kTolerance = sizeof(real) == 8 ? 1e-10 : 2e-4;

Transformer golden_model(const json& m) {
  ModelConfig config;
  config.method = find_method(m["method"].get<std::string>());
  config.method.rotary.base = m["rope_base"];
  config.vocab_size = m["vocab"];
  config.train_len = m["train_length"];
  config.embed_dim = m["embed_dim"];
  config.num_heads = m["heads"];
  config.num_layers = m["layers"];
  config.max_order = m["max_order"];
  config.mlp_ratio = m["mlp_ratio"];
  config.gate_init = m["gate_init"];
  config.affine_slope_init = m["affine_slope_init"];
  Transformer model(config, 0);
  const std::string path = testing::golden_path(m["file"].get<std::string>()).string();
  Parameters parameters = model.parameters();
  restore_parameters(parameters, load_checkpoint(path), path);
  return model;
}

/// Tokens as two flat rows: inputs all but the last, targets all but the first.
struct Tokens {
  index_t B, T;
  std::vector<std::int32_t> inputs, targets;

  explicit Tokens(const json& rows) : B(static_cast<index_t>(rows.size())) {
    T = static_cast<index_t>(rows[0].size()) - 1;
    for (const auto& row : rows)
      for (std::size_t t = 0; t + 1 < row.size(); ++t) {
        inputs.push_back(row[t].get<std::int32_t>());
        targets.push_back(row[t + 1].get<std::int32_t>());
      }
  }
};

double relative(double ours, double golden, double scale) {
  return std::abs(ours - golden) / std::max(std::abs(scale), 1e-300);
}

/// Largest difference of one row of logits, relative to its largest value.
double row_error(const Tensor& logits, index_t row, const std::vector<double>& golden) {
  double worst = 0, scale = 0;
  for (const double x : golden) scale = std::max(scale, std::abs(x));
  for (std::size_t v = 0; v < golden.size(); ++v) {
    const real ours =
        logits.data()[row * static_cast<index_t>(golden.size()) + static_cast<index_t>(v)];
    worst = std::max(worst, relative(static_cast<double>(ours), golden[v], scale));
    if (std::isnan(ours)) return std::nan("");
  }
  return worst;
}

/// Sum, 2-norm and first values of a gradient, each relative to the norm. A sum of n terms of
/// either sign keeps the rounding of them all, so its scale is the norm times sqrt(n).
double gradient_error(const Tensor& grad, const json& golden) {
  double sum = 0, squares = 0, worst = 0;
  for (const real g : grad.values()) {
    sum += static_cast<double>(g);
    squares += static_cast<double>(g) * static_cast<double>(g);
  }
  const double norm = golden["l2"], n = static_cast<double>(grad.size());
  if (norm == 0) return std::sqrt(squares);
  worst = std::max(relative(sum, golden["sum"], norm * std::sqrt(n)),
                   relative(std::sqrt(squares), norm, norm));
  for (std::size_t i = 0; i < golden["head"].size(); ++i)
    worst = std::max(worst, relative(static_cast<double>(grad.values()[i]),
                                     golden["head"][i].get<double>(), norm));
  return std::isfinite(sum) ? worst : std::nan("");
}

void check_gradients(const Transformer& model, const json& golden) {
  std::set<std::string> seen;
  for (const Parameter& p : model.parameters()) {
    CAPTURE(p.name);
    REQUIRE(golden.contains(p.name));
    seen.insert(p.name);
    const Tensor& grad = p.variable.grad();
    if (golden[p.name].is_null()) {  // a parameter of a disabled sector
      for (index_t i = 0; grad.defined() && i < grad.size(); ++i) CHECK(grad.data()[i] == 0);
      continue;
    }
    REQUIRE(grad.defined());
    CHECK(gradient_error(grad, golden[p.name]) <= kTolerance);
  }
  CHECK(seen.size() == golden.size());
}

}  // namespace

TEST_SUITE_BEGIN("byte_lm");

TEST_CASE("logits, loss and every gradient equal the reference for every method") {
  const json golden_file = testing::golden_json("byte_lm.json");
  for (const json& m : golden_file["models"]) {
    CAPTURE(m["method"].get<std::string>());
    const Transformer model = golden_model(m);
    const Tokens tokens(m["tokens"]);
    const Tensor logits = model.logits(model.features(tokens.inputs, tokens.B, tokens.T)).value();
    CHECK(row_error(logits, tokens.T - 1, m["logits_row0_last"]) <= kTolerance);
    CHECK(row_error(logits, tokens.T, m["logits_row1_first"]) <= kTolerance);
    const Variable loss = model.loss(tokens.inputs, tokens.targets, tokens.B, tokens.T);
    const double golden_loss = m["loss"];
    CHECK(relative(static_cast<double>(loss.value().item()), golden_loss, golden_loss) <=
          kTolerance);
    backward(loss);
    check_gradients(model, m["grads"]);
  }
}

TEST_CASE("attention statistics of the last layer equal the reference") {
  const json golden_file = testing::golden_json("byte_lm.json");
  for (const json& m : golden_file["models"]) {
    CAPTURE(m["method"].get<std::string>());
    const Transformer model = golden_model(m);
    const Tokens tokens(m["tokens"]);
    AttentionSampler sampler(tokens.T);
    ForwardOptions options;
    options.probe = [&](const AttentionView& view) {
      if (view.layer + 1 == model.config().num_layers) sampler.observe(view);
    };
    (void)model.features(tokens.inputs, tokens.B, tokens.T, options);
    const json& golden = m["attention_stats_last_layer"];
    const AttentionStats stats = sampler.stats();
    for (const auto& [ours, name] : {std::pair{stats.entropy, "entropy"},
                                     {stats.effective_support, "effective_support"},
                                     {stats.average_distance, "average_distance"}})
      CHECK(relative(ours, golden[name], golden[name]) <= kTolerance);
  }
}

TEST_CASE("three steps of AdamW follow the reference") {
  const json golden_file = testing::golden_json("byte_lm.json");
  for (const json& m : golden_file["models"]) {
    CAPTURE(m["method"].get<std::string>());
    const Transformer model = golden_model(m);
    const Tokens tokens(m["tokens"]);
    const json& golden = m["adamw"];
    std::vector<Variable> variables;
    for (const Parameter& p : model.parameters()) variables.push_back(p.variable);
    AdamW optimiser(
        variables, {golden["betas"][0], golden["betas"][1], golden["eps"], golden["weight_decay"]});
    std::vector<double> wanted = golden["losses"];
    wanted.push_back(golden["final_loss"]);
    for (std::size_t step = 0; step < wanted.size(); ++step) {
      const Variable loss = model.loss(tokens.inputs, tokens.targets, tokens.B, tokens.T);
      // Adam divides by the root of the squared gradient: where that is near eps, rounding shows.
      CHECK(relative(static_cast<double>(loss.value().item()), wanted[step], wanted[step]) <=
            10 * kTolerance);
      if (step + 1 == wanted.size()) break;
      backward(loss);
      optimiser.step(golden["lr"]);
      optimiser.clear_grads();
    }
  }
}

TEST_SUITE_END();
