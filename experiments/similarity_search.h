#pragma once

#include <vector>

#include "pj/tensor/tensor.h"

namespace pj {

/// Scales every row to 2-norm 1 (a row of zeros stays), with sums in double.
///
/// shapes    rows (N, F)
void normalise_rows(Tensor& rows);

/// What a row finds when it looks for itself among all rows.
struct SelfSearch {
  index_t best = 0;      ///< the most similar row, the first of equals
  real own_score = 0;    ///< of the row with itself
  real best_score = 0;   ///< of `best`
  real other_score = 0;  ///< the largest of the other rows
  index_t ties = 0;      ///< rows within kTieMargin of best_score, `best` included
};
inline constexpr real kTieMargin = static_cast<real>(1e-6);

/// Looks for some rows among all by inner product, in tiles of queries: memory is a few rows of N
/// numbers, and the bits do not depend on the number of threads.
///
/// shapes    rows (N, F), N >= 2; a result for each of `queries`, which are row numbers
std::vector<SelfSearch> search_rows(const Tensor& rows, const std::vector<index_t>& queries);

/// The nearest other row by Euclidean distance, the first of equals, and how far it is.
struct NearestRow {
  index_t row = 0;
  double distance = 0.0;
};

/// The nearest row among [begin, end) for each of `queries`, which lie there too. Differences are
/// squared and summed as they are, because |a|^2 - 2 a.b + |b|^2 would lose small distances.
/// Throws ValueError if the range has fewer than two rows.
std::vector<NearestRow> nearest_rows(const Tensor& rows, index_t begin, index_t end,
                                     const std::vector<index_t>& queries);

/// How many further rows of the range a float could not tell from a query's nearest one if it took
/// the distance as |a|^2 - 2 a.b + |b|^2 (rounding 4 epsilon |a|^2); the mean over the queries.
double mean_rivals(const Tensor& rows, index_t begin, index_t end,
                   const std::vector<index_t>& queries, const std::vector<NearestRow>& nearest);

}  // namespace pj
