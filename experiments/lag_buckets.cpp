#include "experiments/lag_buckets.h"

#include <algorithm>
#include <cmath>

namespace pj {

std::vector<LagBucket> lag_buckets(index_t train_len, index_t eval_len) {
  const std::vector<LagBucket> whole = {{"train", 1, train_len - 1},
                                        {"x1_4", train_len, 4 * train_len - 1},
                                        {"x4_16", 4 * train_len, 16 * train_len - 1},
                                        {"x16_32", 16 * train_len, 32 * train_len - 1}};
  std::vector<LagBucket> buckets;
  for (LagBucket bucket : whole) {
    bucket.max_lag = std::min(bucket.max_lag, eval_len - 1);
    if (bucket.min_lag <= bucket.max_lag) buckets.push_back(bucket);
  }
  return buckets;
}

std::vector<index_t> evenly_spaced(index_t first, index_t last, index_t count) {
  require<ValueError>(count >= 2 && first <= last, "evenly_spaced: need two numbers or more in [",
                      first, ", ", last, "], got ", count);
  std::vector<index_t> values;
  const double step = static_cast<double>(last - first) / static_cast<double>(count - 1);
  for (index_t i = 0; i < count; ++i)
    values.push_back(static_cast<index_t>(
        std::nearbyint(static_cast<double>(first) + static_cast<double>(i) * step)));
  return values;
}

}  // namespace pj
