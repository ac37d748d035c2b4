#pragma once

#include <algorithm>

#include "pj/tensor/chunks.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// Rows of `width` numbers that make a chunk worth a thread's while.
inline index_t rows_per_chunk(index_t width) {
  return std::max<index_t>(1, 16384 / std::max<index_t>(1, width));
}

/// Number of rows when all dimensions but the last are rows; 0 for an empty tensor.
inline index_t num_rows(const Tensor& x) { return x.size() > 0 ? x.size() / x.dim(-1) : 0; }

/// f(row) for each row of `width` numbers, spread over the threads.
template <class F>
void for_each_row(index_t rows, index_t width, F&& f) {
  for_each_chunk(
      rows,
      [&](index_t begin, index_t end) {
        for (index_t row = begin; row < end; ++row) f(row);
      },
      rows_per_chunk(width));
}

/// f(row, sums) for each row adds to `width` sums; returns them first of all. Every range of 256
/// rows has its own sums, which are added in order, so the bits do not depend on the threads.
template <class F>
Scratch<double> sum_over_rows(index_t rows, index_t width, F&& f) {
  constexpr index_t kRows = 256;
  const index_t parts = num_chunks(rows, kRows);
  Scratch<double> partial(std::max<index_t>(1, parts) * width);
  for_each_chunk(
      rows,
      [&](index_t begin, index_t end) {
        double* sums = partial.data() + begin / kRows * width;
        for (index_t row = begin; row < end; ++row) f(row, sums);
      },
      kRows);
  for (index_t part = 1; part < parts; ++part)
    for (index_t i = 0; i < width; ++i) partial[i] += partial[part * width + i];
  return partial;
}

/// dx += sums, rounded once.
inline void add_sums(Tensor& dx, const double* sums) {
  for (index_t i = 0; i < dx.size(); ++i) dx.data()[i] += static_cast<real>(sums[i]);
}

}  // namespace pj
