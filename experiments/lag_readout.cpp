#include "experiments/lag_readout.h"

#include <algorithm>
#include <cmath>

#include "pj/nn/init.h"
#include "pj/ops/arithmetic.h"
#include "pj/ops/cross_entropy.h"
#include "pj/ops/linear.h"
#include "pj/ops/softmax.h"
#include "pj/ops/unary.h"
#include "pj/optim/adamw.h"
#include "pj/optim/gradients.h"
#include "pj/tensor/blas.h"

namespace pj {
namespace {

constexpr std::size_t kQuestionTile = 16;

Embedding make_embedding(const ReadoutTraining& training, std::uint64_t seed) {
  Stream stream(seed, "init.readout.stored");
  return Embedding(training.values, training.value_dim, stream);
}

Linear make_output(const ReadoutTraining& training, std::uint64_t seed) {
  Stream stream(seed, "init.readout.out");
  return Linear(training.value_dim, training.values, true, stream);
}

std::vector<std::int32_t> random_tokens(index_t count, index_t kinds, Stream& stream) {
  std::vector<std::int32_t> tokens;
  for (index_t i = 0; i < count; ++i)
    tokens.push_back(static_cast<std::int32_t>(stream.below(kinds)));
  return tokens;
}

/// The tokens stored at some rows.
std::vector<std::int32_t> pick(const std::vector<std::int32_t>& tokens,
                               const std::vector<index_t>& rows) {
  std::vector<std::int32_t> picked;
  for (const index_t row : rows) picked.push_back(tokens[static_cast<std::size_t>(row)]);
  return picked;
}

index_t largest(const real* x, index_t n) { return std::max_element(x, x + n) - x; }

/// How many rows have their largest number where the target says.
double count_hits(const Tensor& rows, const std::vector<std::int32_t>& targets) {
  const index_t width = rows.dim(1);
  double hits = 0.0;
  for (std::size_t i = 0; i < targets.size(); ++i)
    hits += largest(rows.data() + static_cast<index_t>(i) * width, width) == targets[i] ? 1 : 0;
  return hits;
}

/// Sums over all scores, for their deviation.
struct ScoreSums {
  double sum = 0.0, squares = 0.0, count = 0.0;

  double deviation() const {
    return std::sqrt(std::max(0.0, (squares - sum * sum / count) / (count - 1)));
  }
};

/// Adds what one question's scores and weights over N lags show.
void add_question(ReadoutScores& total, ScoreSums& all, const real* scores, const real* weights,
                  index_t N, index_t asked) {
  double entropy = 0.0;
  for (index_t i = 0; i < N; ++i) {
    const auto s = static_cast<double>(scores[i]), p = static_cast<double>(weights[i]);
    all.sum += s;
    all.squares += s * s;
    total.score_abs_max = std::max(total.score_abs_max, std::abs(s));
    if (p > 0) entropy -= p * std::log(p);
  }
  all.count += static_cast<double>(N);
  total.entropy += entropy;
  total.effective_support += std::exp(entropy);
  total.target_mass += static_cast<double>(weights[asked]);
  total.top_position_accuracy += largest(weights, N) == asked ? 1 : 0;
}

}  // namespace

LagReadout::LagReadout(const ReadoutTraining& training, std::uint64_t seed)
    : training_(training),
      log_temperature_(constant_parameter({1}, std::log(training.temperature))),
      stored_(make_embedding(training, seed)),
      out_(make_output(training, seed)) {}

Variable LagReadout::scores(const Tensor& unit_rows, const std::vector<index_t>& rows) const {
  const index_t width = unit_rows.dim(1);
  Tensor asked = Tensor::empty({static_cast<index_t>(rows.size()), width});
  for (std::size_t i = 0; i < rows.size(); ++i)
    std::copy_n(unit_rows.data() + rows[i] * width, width,
                asked.data() + static_cast<index_t>(i) * width);
  Tensor similarity = Tensor::empty({asked.dim(0), unit_rows.dim(0)});
  matmul_into(similarity, asked, Op::kPlain, unit_rows, Op::kTransposed, false);
  return mul(Variable(similarity), exp(log_temperature_));
}

void LagReadout::train(const Tensor& unit_rows, std::uint64_t seed) {
  Parameters parameters = {{"log_temperature", log_temperature_}};
  stored_.list_parameters("stored.", parameters);
  out_.list_parameters("out.", parameters);
  std::vector<Variable> leaves;
  for (const Parameter& p : parameters) leaves.push_back(p.variable);
  AdamW optimiser(leaves, {.weight_decay = training_.weight_decay});
  const index_t N = unit_rows.dim(0);
  for (index_t step = 0; step < training_.steps; ++step) {
    Stream stream(seed, "readout.batch", static_cast<std::uint64_t>(step));
    const std::vector<std::int32_t> tokens = random_tokens(N, training_.values, stream);
    const std::vector<std::int32_t> asked = random_tokens(training_.batch, N, stream);
    const std::vector<index_t> rows(asked.begin(), asked.end());
    const std::vector<std::int32_t> wanted = pick(tokens, rows);
    const Variable s = scores(unit_rows, rows);
    const Variable y = out_(matmul(softmax(s), stored_(tokens, {N})));
    const Variable loss = add(cross_entropy(y, wanted), cross_entropy(s, asked));
    backward(loss);
    clip_gradients(leaves, training_.clip);
    optimiser.step(training_.lr);
    optimiser.clear_grads();
    train_loss_ = static_cast<double>(loss.value().item());
    train_accuracy_ = count_hits(y.value(), wanted) / static_cast<double>(training_.batch);
  }
}

ReadoutScores LagReadout::ask(const Tensor& unit_rows, const std::vector<index_t>& rows,
                              Stream stream) const {
  const NoGrad no_grad;
  const index_t N = unit_rows.dim(0);
  const std::vector<std::int32_t> tokens = random_tokens(N, training_.values, stream);
  const Variable stored = stored_(tokens, {N});
  ReadoutScores sum;
  ScoreSums all;
  for (std::size_t begin = 0; begin < rows.size(); begin += kQuestionTile) {
    const std::size_t end = std::min(rows.size(), begin + kQuestionTile);
    const std::vector<index_t> tile(rows.begin() + static_cast<std::ptrdiff_t>(begin),
                                    rows.begin() + static_cast<std::ptrdiff_t>(end));
    const Variable s = scores(unit_rows, tile), p = softmax(s);
    sum.value_accuracy += count_hits(out_(matmul(p, stored)).value(), pick(tokens, tile));
    for (std::size_t i = 0; i < tile.size(); ++i)
      add_question(sum, all, s.value().data() + static_cast<index_t>(i) * N,
                   p.value().data() + static_cast<index_t>(i) * N, N, tile[i]);
  }
  const auto n = static_cast<double>(rows.size());
  for (double* mean : {&sum.value_accuracy, &sum.top_position_accuracy, &sum.target_mass,
                       &sum.entropy, &sum.effective_support})
    *mean /= n;
  sum.score_std = all.deviation();
  return sum;
}

}  // namespace pj
