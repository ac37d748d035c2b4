#include "pj/ops/cross_entropy.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "labels.h"
#include "rows.h"
#include "vector_math.h"

namespace pj {
namespace {

/// Largest logit of a row and the sum of exp(logit - largest).
struct RowSum {
  real largest;
  double sum;
};

RowSum row_sum(const real* logits, index_t V) {
  real largest = -std::numeric_limits<real>::infinity();
#pragma omp simd reduction(max : largest)
  for (index_t v = 0; v < V; ++v) largest = logits[v] > largest ? logits[v] : largest;
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (index_t v = 0; v < V; ++v) sum += static_cast<double>(exp_nonpositive(logits[v] - largest));
  return {largest, sum};
}

std::vector<RowSum> row_sums(const char* where, const Tensor& logits,
                             std::span<const std::int32_t> targets) {
  const auto count = static_cast<index_t>(targets.size());
  require<ShapeError>(logits.rank() == 2 && logits.dim(0) == count, where,
                      ": logits must have shape (", count, ", V), one row a target, got ",
                      logits.shape());
  require_labels(where, "target", targets, logits.dim(1));
  std::vector<RowSum> sums(targets.size());
  const index_t V = logits.dim(1);
  for_each_row(count, V, [&](index_t n) {
    sums[static_cast<std::size_t>(n)] = row_sum(logits.data() + n * V, V);
  });
  return sums;
}

double row_loss(const RowSum& row, real target_logit) {
  return std::log(row.sum) + (static_cast<double>(row.largest) - static_cast<double>(target_logit));
}

std::vector<double> row_losses(const Tensor& logits, std::span<const std::int32_t> targets,
                               const std::vector<RowSum>& rows) {
  const auto V = static_cast<std::size_t>(logits.dim(1));
  std::vector<double> losses(rows.size());
  for (std::size_t n = 0; n < rows.size(); ++n)
    losses[n] = row_loss(rows[n], logits.values()[n * V + static_cast<std::size_t>(targets[n])]);
  return losses;
}

/// dlogits[n,v] += factor (softmax(logits)[n,v] - (v = targets[n]))
void cross_entropy_backward(Tensor& dlogits, const Tensor& logits, double factor,
                            const std::vector<std::int32_t>& targets,
                            const std::vector<RowSum>& rows) {
  const index_t V = logits.dim(1);
  for_each_row(logits.dim(0), V, [&](index_t n) {
    const RowSum row = rows[static_cast<std::size_t>(n)];
    const real* x = logits.data() + n * V;
    real* dx = dlogits.data() + n * V;
    const real largest = row.largest, scale = static_cast<real>(factor / row.sum);
    for (index_t v = 0; v < V; ++v) dx[v] += scale * exp_nonpositive(x[v] - largest);
    dx[targets[static_cast<std::size_t>(n)]] -= static_cast<real>(factor);
  });
}

}  // namespace

Variable cross_entropy(const Variable& logits, std::span<const std::int32_t> targets) {
  require<ValueError>(!targets.empty(), "cross_entropy: there must be targets, got 0");
  const Tensor x = logits.value();
  std::vector<RowSum> rows = row_sums("cross_entropy", x, targets);
  const std::vector<double> losses = row_losses(x, targets, rows);
  const auto count = static_cast<double>(targets.size());
  const double mean = std::accumulate(losses.begin(), losses.end(), 0.0) / count;
  std::vector<std::int32_t> kept(targets.begin(), targets.end());
  return record("cross_entropy", Tensor::full({}, static_cast<real>(mean)), {logits},
                [x, count, kept = std::move(kept), rows = std::move(rows)](const Tensor& dloss,
                                                                           const GradInputs& din) {
                  const double factor = static_cast<double>(dloss.item()) / count;
                  if (Tensor* dx = din[0]) cross_entropy_backward(*dx, x, factor, kept, rows);
                });
}

std::vector<double> token_losses(const Tensor& logits, std::span<const std::int32_t> targets) {
  return row_losses(logits, targets, row_sums("token_losses", logits, targets));
}

}  // namespace pj
