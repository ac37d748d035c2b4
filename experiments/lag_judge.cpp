#include "experiments/lag_judge.h"

#include <algorithm>
#include <cmath>

#include "pj/ops/arithmetic.h"
#include "pj/ops/gelu.h"
#include "pj/ops/reduce.h"
#include "pj/ops/unary.h"
#include "pj/optim/adamw.h"

namespace pj {
namespace {

Linear layer(index_t in, index_t out, std::uint64_t seed, const char* name) {
  Stream stream(seed, name);
  return Linear(in, out, true, stream);
}

/// Lags of a step's pairs: equal ones first, then different ones.
struct Pairs {
  std::vector<index_t> a, b;
};

Pairs draw_pairs(index_t count, index_t num_rows, Stream stream) {
  Pairs pairs;
  for (index_t i = 0; i < count; ++i) {
    pairs.a.push_back(stream.below(num_rows));
    const index_t shift = i < count / 2 ? 0 : 1 + stream.below(num_rows - 1);
    pairs.b.push_back((pairs.a.back() + shift) % num_rows);
  }
  return pairs;
}

}  // namespace

LagJudge::LagJudge(index_t num_features, index_t hidden, std::uint64_t seed)
    : in_(layer(num_features, hidden, seed, "init.judge.in")),
      middle_(layer(hidden, hidden, seed, "init.judge.middle")),
      out_(layer(hidden, 1, seed, "init.judge.out")) {}

Variable LagJudge::logits(const Tensor& rows, const std::vector<index_t>& a,
                          const std::vector<index_t>& b) const {
  const index_t width = rows.dim(1);
  Tensor difference = Tensor::empty({static_cast<index_t>(a.size()), width});
  real* at = difference.data();
  for (std::size_t i = 0; i < a.size(); ++i)
    for (index_t k = 0; k < width; ++k)
      *at++ = std::abs(rows.data()[a[i] * width + k] - rows.data()[b[i] * width + k]);
  return out_(gelu(middle_(gelu(in_(Variable(difference))))));
}

void LagJudge::train(const Tensor& rows, const JudgeTraining& training, std::uint64_t seed) {
  Parameters parameters;
  in_.list_parameters("in.", parameters);
  middle_.list_parameters("middle.", parameters);
  out_.list_parameters("out.", parameters);
  std::vector<Variable> leaves;
  for (const Parameter& p : parameters) leaves.push_back(p.variable);
  AdamW optimiser(leaves, {.weight_decay = training.weight_decay});
  const index_t same = training.batch / 2;
  Tensor labels = Tensor::zeros({training.batch, 1});
  std::fill_n(labels.data(), same, real{1});
  for (index_t step = 0; step < training.steps; ++step) {
    const Pairs pairs = draw_pairs(training.batch, rows.dim(0),
                                   Stream(seed, "judge.pairs", static_cast<std::uint64_t>(step)));
    const Variable z = logits(rows, pairs.a, pairs.b);
    // -y log p - (1 - y) log(1 - p) with p = 1 / (1 + e^-z)
    const Variable loss = sub(mean(softplus(z)), mean(mul(z, Variable(labels))));
    backward(loss);
    optimiser.step(training.lr);
    optimiser.clear_grads();
    if (step + 1 < training.steps) continue;
    train_loss_ = static_cast<double>(loss.value().item());
    index_t right = 0;
    for (index_t i = 0; i < training.batch; ++i)
      right += (z.value().data()[i] > 0) == (i < same) ? 1 : 0;
    train_accuracy_ = static_cast<double>(right) / static_cast<double>(training.batch);
  }
}

double LagJudge::accept_rate(const Tensor& rows, const std::vector<index_t>& a,
                             const std::vector<index_t>& b) const {
  const NoGrad no_grad;
  const Variable z = logits(rows, a, b);
  const auto values = z.value().values();
  const auto accepted = std::count_if(values.begin(), values.end(), [](real x) { return x > 0; });
  return static_cast<double>(accepted) / static_cast<double>(a.size());
}

}  // namespace pj
