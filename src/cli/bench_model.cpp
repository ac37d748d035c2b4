#include "bench_model.h"

#include <limits>

#include "pj/core/clock.h"
#include "pj/ops/cross_entropy.h"
#include "pj/ops/shape_ops.h"
#include "pj/optim/gradients.h"
#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kLogitRows = 2048;  // as in an evaluation

ModelConfig bench_config(const std::string& method) {
  ModelConfig config;
  config.method = find_method(method);
  return config;
}

std::vector<std::int32_t> random_tokens(index_t count, index_t vocab, const char* stream_name) {
  Stream stream(0, stream_name);
  std::vector<std::int32_t> tokens;
  for (index_t i = 0; i < count; ++i)
    tokens.push_back(static_cast<std::int32_t>(stream.below(vocab)));
  return tokens;
}

std::vector<Variable> variables_of(const Transformer& model) {
  std::vector<Variable> variables;
  for (const Parameter& p : model.parameters()) variables.push_back(p.variable);
  return variables;
}

Tensor random_square(index_t n, const char* stream_name) {
  Stream stream(0, stream_name);
  Tensor x = Tensor::empty({n, n});
  for (real& value : x.values()) value = static_cast<real>(stream.uniform(-1, 1));
  return x;
}

}  // namespace

BenchModel::BenchModel(const std::string& method, index_t batch, index_t seq_len)
    : batch_(batch),
      seq_len_(seq_len),
      tokens_(random_tokens(batch * seq_len, 256, "bench tokens")),
      targets_(random_tokens(batch * seq_len, 256, "bench targets")),
      model_(bench_config(method), 0),
      optimiser_(variables_of(model_)) {}

double BenchModel::train() {
  const Stopwatch watch;
  backward(model_.loss(tokens_, targets_, batch_, seq_len_));
  std::vector<Variable> variables = optimiser_.parameters();
  (void)clip_gradients(variables, std::numeric_limits<double>::infinity());
  optimiser_.step(1e-3);
  optimiser_.clear_grads();
  return watch.seconds();
}

double BenchModel::evaluate() {
  const Stopwatch watch;
  const NoGrad no_grad;
  const index_t rows = batch_ * seq_len_, C = model_.config().embed_dim;
  const Variable features = reshape(model_.features(tokens_, batch_, seq_len_), {rows, C});
  losses_.clear();
  for (index_t begin = 0; begin < rows; begin += kLogitRows) {
    const index_t end = std::min(rows, begin + kLogitRows);
    const Variable logits = model_.logits(slice(features, 0, begin, end));
    const std::span<const std::int32_t> targets(targets_.data() + begin, targets_.data() + end);
    for (const double loss : token_losses(logits.value(), targets)) losses_.push_back(loss);
  }
  return watch.seconds();
}

std::vector<double> BenchModel::numbers() const {
  std::vector<double> all = losses_;
  for (const Variable& variable : optimiser_.parameters())
    for (const real x : variable.value().values()) all.push_back(static_cast<double>(x));
  return all;
}

double sgemm_rate() {
  constexpr index_t n = 1024;
  static const Tensor a = random_square(n, "bench a"), b = random_square(n, "bench b");
  static Tensor c = Tensor::zeros({num_threads(), n, n});
  const index_t count = num_threads();
  const Stopwatch watch;
  parallel_for(count, [&](index_t i) {
    gemm(Op::kPlain, Op::kPlain, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data() + i * n * n, n);
  });
  return 2e-9 * static_cast<double>(count * n * n * n) / watch.seconds();
}

}  // namespace pj
