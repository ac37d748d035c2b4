#include "pj/ops/cross_entropy.h"

#include <cmath>
#include <limits>

#include "labels.h"
#include "pj/tensor/fast_exp.h"
#include "rows.h"

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
  for (index_t v = 0; v < V; ++v) sum += static_cast<double>(fast_exp(logits[v] - largest));
  return {largest, sum};
}

Scratch<RowSum> row_sums(const char* where, const Tensor& logits,
                         std::span<const std::int32_t> targets) {
  const auto count = static_cast<index_t>(targets.size());
  require<ShapeError>(logits.rank() == 2 && logits.dim(0) == count, where,
                      ": logits must have shape (", count, ", V), one row a target, got ",
                      logits.shape());
  require_labels(where, "target", targets, logits.dim(1));
  Scratch<RowSum> sums(count);
  const index_t V = logits.dim(1);
  for_each_row(count, V, [&](index_t n) { sums[n] = row_sum(logits.data() + n * V, V); });
  return sums;
}

double row_loss(const RowSum& row, real target_logit) {
  return std::log(row.sum) + (static_cast<double>(row.largest) - static_cast<double>(target_logit));
}

/// f(loss) for each row in order.
template <class F>
void for_each_loss(const Tensor& logits, std::span<const std::int32_t> targets,
                   const Scratch<RowSum>& rows, F&& f) {
  const index_t V = logits.dim(1);
  for (index_t n = 0; n < rows.size(); ++n)
    f(row_loss(rows[n], logits.data()[n * V + targets[static_cast<std::size_t>(n)]]));
}

/// dlogits[n,v] += factor (softmax(logits)[n,v] - (v = targets[n]))
void cross_entropy_backward(const GradSum& dlogits, const Tensor& logits, double factor,
                            const std::vector<std::int32_t>& targets, const Scratch<RowSum>& rows) {
  const index_t V = logits.dim(1);
  for_each_row(logits.dim(0), V, [&](index_t n) {
    const RowSum row = rows[n];
    const real* x = logits.data();
    const real largest = row.largest, scale = static_cast<real>(factor / row.sum);
    dlogits.put(n * V, (n + 1) * V, [=](index_t i) { return scale * fast_exp(x[i] - largest); });
    dlogits.tensor->data()[n * V + targets[static_cast<std::size_t>(n)]] -=
        static_cast<real>(factor);
  });
}

}  // namespace

Variable cross_entropy(const Variable& logits, std::span<const std::int32_t> targets) {
  require<ValueError>(!targets.empty(), "cross_entropy: there must be targets, got 0");
  const Tensor x = logits.value();
  const Scratch<RowSum> rows = row_sums("cross_entropy", x, targets);
  double sum = 0.0;
  for_each_loss(x, targets, rows, [&](double loss) { sum += loss; });
  const auto count = static_cast<double>(targets.size());
  const double mean = sum / count;
  std::vector<std::int32_t> kept(targets.begin(), targets.end());
  return record(
      "cross_entropy", Tensor::full({}, static_cast<real>(mean)), {logits},
      [x, count, kept = std::move(kept), rows](const Tensor& dloss, const GradInputs& din) {
        const double factor = static_cast<double>(dloss.item()) / count;
        if (const GradSum dx = din.write(0)) cross_entropy_backward(dx, x, factor, kept, rows);
      });
}

std::vector<double> token_losses(const Tensor& logits, std::span<const std::int32_t> targets) {
  std::vector<double> losses;
  losses.reserve(targets.size());
  for_each_loss(logits, targets, row_sums("token_losses", logits, targets),
                [&](double loss) { losses.push_back(loss); });
  return losses;
}

}  // namespace pj
