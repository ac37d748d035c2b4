#include "experiments/similarity_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kQueryTile = 8, kRowChunk = 1024, kCandidateTile = 1024;

/// Calls f(place in queries, inner products with all N rows) for every query.
template <class F>
void for_each_query(const Tensor& rows, const std::vector<index_t>& queries, F&& f) {
  const index_t N = rows.dim(0), width = rows.dim(1);
  for_each_chunk(
      static_cast<index_t>(queries.size()),
      [&](index_t begin, index_t end) {
        const index_t count = end - begin;
        Scratch<real> picked(count * width), scores(count * N);
        for (index_t i = 0; i < count; ++i)
          std::copy_n(rows.data() + queries[static_cast<std::size_t>(begin + i)] * width, width,
                      picked.data() + i * width);
        gemm(Op::kPlain, Op::kTransposed, count, N, width, 1, picked.data(), width, rows.data(),
             width, 0, scores.data(), N);
        for (index_t i = 0; i < count; ++i)
          f(static_cast<std::size_t>(begin + i), scores.data() + i * N);
      },
      kQueryTile);
}

real largest(const real* x, index_t begin, index_t end, real least) {
  real most = least;
#pragma omp simd reduction(max : most)
  for (index_t i = begin; i < end; ++i) most = x[i] > most ? x[i] : most;
  return most;
}

SelfSearch examine(const real* scores, index_t N, index_t own) {
  constexpr real kLeast = std::numeric_limits<real>::lowest();
  SelfSearch found;
  found.own_score = scores[own];
  found.other_score = largest(scores, own + 1, N, largest(scores, 0, own, kLeast));
  found.best_score = std::max(found.own_score, found.other_score);
  found.best = std::find(scores, scores + N, found.best_score) - scores;
  const real limit = found.best_score - kTieMargin;
  int ties = 0;
#pragma omp simd reduction(+ : ties)
  for (index_t i = 0; i < N; ++i) ties += scores[i] >= limit ? 1 : 0;
  found.ties = ties;
  return found;
}

double squared_norm(const real* row, index_t width) {
  double sum = 0.0;
  for (index_t k = 0; k < width; ++k)
    sum += static_cast<double>(row[k]) * static_cast<double>(row[k]);
  return sum;
}

/// The nearest of the rows [begin, end) to each query, by the square of the distance.
struct Candidate {
  real square = std::numeric_limits<real>::max();
  index_t row = 0;
};

/// Calls f(query's place, squares) for each query with the squares of its distances to the rows
/// [begin, end), itself as far as can be.
template <class F>
void square_tile(const Tensor& rows, index_t begin, index_t end,
                 const std::vector<index_t>& queries, F&& f) {
  const index_t width = rows.dim(1), count = end - begin;
  Scratch<real> columns(width * count), squares(count);
  for (index_t i = 0; i < count; ++i)
    for (index_t k = 0; k < width; ++k)
      columns[k * count + i] = rows.data()[(begin + i) * width + k];
  for (std::size_t q = 0; q < queries.size(); ++q) {
    std::fill_n(squares.data(), count, real{0});
    for (index_t k = 0; k < width; ++k) {
      const real asked = rows.data()[queries[q] * width + k];
      const real* const column = columns.data() + k * count;
      real* const sum = squares.data();
      for (index_t i = 0; i < count; ++i) sum[i] += (column[i] - asked) * (column[i] - asked);
    }
    if (queries[q] >= begin && queries[q] < end)
      squares[queries[q] - begin] = std::numeric_limits<real>::max();
    f(q, squares.data());
  }
}

}  // namespace

void normalise_rows(Tensor& rows) {
  const index_t width = rows.dim(1);
  for_each_chunk(
      rows.dim(0),
      [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) {
          real* const row = rows.data() + i * width;
          const double norm = std::sqrt(squared_norm(row, width));
          const auto factor = static_cast<real>(norm > 0 ? 1 / norm : 0.0);
          for (index_t k = 0; k < width; ++k) row[k] *= factor;
        }
      },
      kRowChunk);
}

std::vector<SelfSearch> search_rows(const Tensor& rows, const std::vector<index_t>& queries) {
  std::vector<SelfSearch> found(queries.size());
  for_each_query(rows, queries, [&](std::size_t at, const real* scores) {
    found[at] = examine(scores, rows.dim(0), queries[at]);
  });
  return found;
}

std::vector<NearestRow> nearest_rows(const Tensor& rows, index_t begin, index_t end,
                                     const std::vector<index_t>& queries) {
  require<ValueError>(end - begin >= 2, "nearest_rows: range must hold two rows or more, got ",
                      end - begin);
  const index_t tiles = num_chunks(end - begin, kCandidateTile);
  std::vector<Candidate> candidates(static_cast<std::size_t>(tiles) * queries.size());
  for_each_chunk(
      end - begin,
      [&](index_t first, index_t last) {
        Candidate* const nearest =
            candidates.data() + static_cast<std::size_t>(first / kCandidateTile) * queries.size();
        square_tile(rows, begin + first, begin + last, queries,
                    [&](std::size_t q, const real* squares) {
                      const real* const least = std::min_element(squares, squares + last - first);
                      nearest[q] = {*least, begin + first + (least - squares)};
                    });
      },
      kCandidateTile);
  std::vector<NearestRow> found;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Candidate nearest = candidates[q];
    for (std::size_t at = q; at < candidates.size(); at += queries.size())
      if (candidates[at].square < nearest.square) nearest = candidates[at];
    found.push_back({nearest.row, std::sqrt(static_cast<double>(nearest.square))});
  }
  return found;
}

double mean_rivals(const Tensor& rows, index_t begin, index_t end,
                   const std::vector<index_t>& queries, const std::vector<NearestRow>& nearest) {
  std::vector<real> limits;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const double norm = squared_norm(rows.data() + queries[q] * rows.dim(1), rows.dim(1));
    limits.push_back(static_cast<real>(nearest[q].distance * nearest[q].distance +
                                       4 * std::numeric_limits<float>::epsilon() * norm));
  }
  std::vector<index_t> counts(static_cast<std::size_t>(num_chunks(end - begin, kCandidateTile)));
  for_each_chunk(
      end - begin,
      [&](index_t first, index_t last) {
        index_t& count = counts[static_cast<std::size_t>(first / kCandidateTile)];
        square_tile(rows, begin + first, begin + last, queries,
                    [&](std::size_t q, const real* squares) {
                      for (index_t i = 0; i < last - first; ++i)
                        count += squares[i] <= limits[q] ? 1 : 0;
                    });
      },
      kCandidateTile);
  const index_t all = std::accumulate(counts.begin(), counts.end(), index_t{0});
  return static_cast<double>(all) / static_cast<double>(queries.size()) - 1;
}

}  // namespace pj
