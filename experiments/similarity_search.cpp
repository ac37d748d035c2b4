#include "experiments/similarity_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kQueryTile = 8, kRowChunk = 1024;

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

/// In double from the rows themselves: the difference of squares would lose a small distance.
double distance(const real* a, const real* b, index_t width) {
  double sum = 0.0;
  for (index_t k = 0; k < width; ++k) {
    const double difference = static_cast<double>(a[k]) - static_cast<double>(b[k]);
    sum += difference * difference;
  }
  return std::sqrt(sum);
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

std::vector<NearestRow> nearest_rows(const Tensor& rows, const std::vector<index_t>& queries) {
  const index_t N = rows.dim(0), width = rows.dim(1);
  std::vector<real> half_squares(static_cast<std::size_t>(N));
  for (index_t i = 0; i < N; ++i)
    half_squares[static_cast<std::size_t>(i)] =
        static_cast<real>(squared_norm(rows.data() + i * width, width) / 2);
  std::vector<NearestRow> found(queries.size());
  for_each_query(rows, queries, [&](std::size_t at, const real* scores) {
    // |a - b|^2 = |a|^2 + 2 (|b|^2 / 2 - a.b)
    real least = std::numeric_limits<real>::max();
    NearestRow& nearest = found[at];
    for (index_t i = 0; i < N; ++i) {
      const real excess = half_squares[static_cast<std::size_t>(i)] - scores[i];
      if (excess < least && i != queries[at]) {
        least = excess;
        nearest.row = i;
      }
    }
    nearest.distance =
        distance(rows.data() + queries[at] * width, rows.data() + nearest.row * width, width);
  });
  return found;
}

}  // namespace pj
