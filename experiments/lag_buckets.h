#pragma once

#include <string>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// A range of lags measured in train lengths; both ends belong to it.
struct LagBucket {
  std::string name;
  index_t min_lag = 0, max_lag = 0;  ///< tokens

  bool holds(index_t lag) const { return lag >= min_lag && lag <= max_lag; }
};

/// The buckets of a sequence of eval_len tokens: train (1 to L-1), x1_4 (L to 4L-1), x4_16, x16_32;
/// the last ends with the sequence and those beyond it are left out.
std::vector<LagBucket> lag_buckets(index_t train_len, index_t eval_len);

/// `count` numbers spread evenly over [first, last] with both ends, rounded to integers half to
/// even. Throws ValueError unless count >= 2 and first <= last.
std::vector<index_t> evenly_spaced(index_t first, index_t last, index_t count);

}  // namespace pj
