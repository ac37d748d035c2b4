#include <algorithm>
#include <cmath>
#include <vector>

#include "pj/core/threads.h"
#include "pj/train/evaluate.h"

namespace pj {
namespace {

/// Sums over the weights of one row.
struct RowSums {
  double entropy = 0, distance = 0;
};

RowSums row_sums(const double* p, index_t row) {
  RowSums sums;
  for (index_t j = 0; j <= row; ++j) {
    if (p[j] > 0) sums.entropy -= p[j] * std::log(p[j]);
    sums.distance += p[j] * static_cast<double>(row - j);
  }
  return sums;
}

}  // namespace

void AttentionSampler::observe(const AttentionView& view) {
  const index_t B = view.q.source.dim(0), T = view.q.source.dim(1), H = view.mask.num_heads;
  rows_ = std::min(max_rows_, T);
  std::vector<RowSums> sums(static_cast<std::size_t>(B * rows_ * H));
  parallel_for(B * rows_, [&](index_t at) {
    const index_t row = (at % rows_ + 1) * T / rows_ - 1;
    std::vector<double> weights(static_cast<std::size_t>(H * (row + 1)));
    attention_row(view.q, view.k, view.lag_bias, view.mask, at / rows_, row, weights);
    for (index_t h = 0; h < H; ++h)
      sums[static_cast<std::size_t>(at * H + h)] = row_sums(weights.data() + h * (row + 1), row);
  });
  for (const RowSums& row : sums) {
    entropy_ += row.entropy;
    support_ += std::exp(row.entropy);
    distance_ += row.distance;
    ++count_;
  }
}

AttentionStats AttentionSampler::stats() const {
  const double n = static_cast<double>(std::max<index_t>(count_, 1));
  return {entropy_ / n, support_ / n, distance_ / n, rows_};
}

}  // namespace pj
