#include "pj/train/evaluate.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pj/core/clock.h"
#include "pj/data/batches.h"
#include "pj/ops/cross_entropy.h"
#include "pj/ops/shape_ops.h"

namespace pj {
namespace {

constexpr index_t kTokensAtOnce = 8192;  // activations of one forward pass
constexpr index_t kLogitRows = 2048;     // logits alive at one time

/// Mean and spread of numbers seen one after the other.
struct Moments {
  double count = 0, sum = 0, squares = 0, largest = 0;

  void add(double x) {
    count += 1;
    sum += x;
    squares += x * x;
    largest = std::max(largest, std::abs(x));
  }
  double deviation() const {
    const double mean = sum / count;
    return std::sqrt(std::max(0.0, squares / count - mean * mean));
  }
};

/// The losses of every token of a batch, computed from its features a few rows at a time.
std::vector<double> score(const Transformer& model, const Variable& features,
                          std::span<const std::int32_t> targets, Moments& logits) {
  const index_t C = features.dim(-1), rows = features.value().size() / C;
  const Variable flat = reshape(features, {rows, C});
  std::vector<double> losses;
  losses.reserve(static_cast<std::size_t>(rows));
  for (index_t begin = 0; begin < rows; begin += kLogitRows) {
    const index_t end = std::min(rows, begin + kLogitRows);
    const Variable y = model.logits(slice(flat, 0, begin, end));
    const auto part =
        targets.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    for (const double loss : token_losses(y.value(), part)) losses.push_back(loss);
    for (const real x : y.value().values()) logits.add(static_cast<double>(x));
  }
  return losses;
}

/// Mean norm of one position's rows over batch and heads.
double mean_norm(const Columns& x, index_t position, index_t num_heads) {
  const index_t B = x.source.dim(0), T = x.source.dim(1), W = x.source.dim(2);
  const index_t D = x.width / num_heads;
  double total = 0;
  for (index_t b = 0; b < B; ++b) {
    const real* row = x.source.value().data() + (b * T + position) * W + x.begin;
    for (index_t h = 0; h < num_heads; ++h) {
      double squares = 0;
      for (index_t c = 0; c < D; ++c)
        squares += static_cast<double>(row[h * D + c]) * static_cast<double>(row[h * D + c]);
      total += std::sqrt(squares);
    }
  }
  return total / static_cast<double>(B * num_heads);
}

std::vector<PositionLoss> make_buckets(index_t length) {
  std::vector<PositionLoss> buckets;
  for (index_t begin = 0, end = 1; begin < length; begin = end, end *= 2)
    buckets.push_back({begin, std::min(end, length), 0});
  return buckets;
}

/// Sums of one evaluation while it goes on.
struct Totals {
  explicit Totals(const EvalPlan& plan) : sampler(plan.stat_rows) {
    result.plan = plan;
    result.by_position = make_buckets(plan.length);
  }

  void add_losses(const std::vector<double>& losses) {
    const auto T = static_cast<std::size_t>(result.plan.length);
    for (std::size_t window = 0; window < losses.size() / T; ++window) {
      const double* row = losses.data() + window * T;
      double sum = 0;
      for (std::size_t t = 0; t < T; ++t) sum += row[t];
      result.window_losses.push_back(sum / static_cast<double>(T));
      for (PositionLoss& bucket : result.by_position)
        for (index_t t = bucket.begin; t < bucket.end; ++t) bucket.loss += row[t];
    }
  }

  void finish() {
    const double n = static_cast<double>(result.window_losses.size());
    for (const double loss : result.window_losses) result.loss += loss / n;
    for (PositionLoss& bucket : result.by_position)
      bucket.loss /= n * static_cast<double>(bucket.end - bucket.begin);
    result.attention = sampler.stats();
    result.logit_std = logits.deviation();
    result.logit_max = logits.largest;
    result.query_norm /= n;
    result.key_norm /= n;
  }

  EvalResult result;
  AttentionSampler sampler;
  Moments logits;
};

void add_windows(Totals& totals, const Transformer& model, const Corpus& corpus,
                 const std::vector<index_t>& starts) {
  const index_t B = static_cast<index_t>(starts.size()), T = totals.result.plan.length;
  const index_t last_layer = model.config().num_layers - 1;
  const Batch batch = read_windows(corpus, starts, T);
  ForwardOptions options;
  options.probe = [&](const AttentionView& view) {
    if (view.layer != last_layer) return;
    totals.result.query_norm +=
        static_cast<double>(B) * mean_norm(view.q, T - 1, view.mask.num_heads);
    totals.result.key_norm +=
        static_cast<double>(B) * mean_norm(view.k, T - 1, view.mask.num_heads);
    if (totals.result.plan.stat_rows > 0) totals.sampler.observe(view);
  };
  const Variable features = model.features(batch.inputs, B, T, options);
  totals.add_losses(score(model, features, batch.targets, totals.logits));
}

}  // namespace

double EvalResult::perplexity() const { return std::exp(loss); }
double EvalResult::bits_per_token() const { return loss / std::numbers::ln2; }

Split evaluation_split(const EvalPlan& plan, index_t num_tokens) {
  return plan.whole_corpus ? Split{0, num_tokens} : split_tokens(num_tokens);
}

EvalResult evaluate(const Transformer& model, const Corpus& corpus, const EvalPlan& plan) {
  const NoGrad no_grad;
  const Stopwatch watch;
  const std::vector<index_t> starts = evaluation_windows(
      evaluation_split(plan, corpus.num_tokens()), plan.seed, plan.length, plan.windows);
  const index_t at_once = std::max<index_t>(1, kTokensAtOnce / plan.length);
  Totals totals(plan);
  for (index_t begin = 0; begin < plan.windows; begin += at_once) {
    const index_t end = std::min(plan.windows, begin + at_once);
    add_windows(totals, model, corpus, {starts.begin() + begin, starts.begin() + end});
  }
  totals.finish();
  totals.result.seconds = watch.seconds();
  return std::move(totals.result);
}

}  // namespace pj
