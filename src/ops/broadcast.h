#pragma once

#include <array>

#include "pj/tensor/chunks.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// Strides of an operand inside a larger shape: 0 along every dimension it repeats in.
inline std::array<index_t, Shape::kMaxRank> broadcast_strides(const Shape& operand,
                                                              const Shape& full) {
  std::array<index_t, Shape::kMaxRank> strides{};
  for (index_t i = 0; i < operand.rank(); ++i) {
    const index_t at = full.rank() - operand.rank() + i;
    strides[static_cast<std::size_t>(at)] = operand.dim(i) == 1 ? 0 : operand.stride(i);
  }
  return strides;
}

/// Calls f(row, a_offset, b_offset) for each innermost row of `full` in [begin, end): where that
/// row starts in either operand.
template <class F>
void for_each_broadcast_row(const Shape& full, const Shape& a, const Shape& b, index_t begin,
                            index_t end, F&& f) {
  const auto a_strides = broadcast_strides(a, full), b_strides = broadcast_strides(b, full);
  for (index_t row = begin; row < end; ++row) {
    index_t rest = row, a_at = 0, b_at = 0;
    for (index_t i = full.rank() - 2; i >= 0; --i) {
      const index_t at = rest % full.dim(i);
      rest /= full.dim(i);
      a_at += at * a_strides[static_cast<std::size_t>(i)];
      b_at += at * b_strides[static_cast<std::size_t>(i)];
    }
    f(row, a_at, b_at);
  }
}

/// out[i] = f(a[i], b[i]) with both operands stretched to out's shape.
template <class F>
void broadcast_map(Tensor& out, const Tensor& a, const Tensor& b, F&& f) {
  if (a.shape() == b.shape() || out.rank() == 0) {
    for_each_chunk(out.size(), [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i) out.data()[i] = f(a.data()[i], b.data()[i]);
    });
    return;
  }
  const Shape& full = out.shape();
  const index_t n = full.dim(-1), rows = n > 0 ? full.size() / n : 0;
  const index_t a_step = a.rank() > 0 && a.dim(-1) != 1 ? 1 : 0;
  const index_t b_step = b.rank() > 0 && b.dim(-1) != 1 ? 1 : 0;
  const auto run = [&](index_t row, index_t a_at, index_t b_at) {
    real* to = out.data() + row * n;
    const real *x = a.data() + a_at, *y = b.data() + b_at;
    for (index_t i = 0; i < n; ++i) to[i] = f(x[i * a_step], y[i * b_step]);
  };
  for_each_chunk(
      rows,
      [&](index_t begin, index_t end) {
        for_each_broadcast_row(full, a.shape(), b.shape(), begin, end, run);
      },
      std::max<index_t>(1, 16384 / std::max<index_t>(1, n)));
}

/// din += the sum of `full` over the dimensions in which an operand of din's shape was repeated;
/// sums in double, in the order of the elements.
inline void reduce_to_operand(Tensor& din, const Tensor& full) {
  if (din.shape() == full.shape()) {
    din.add(full);
    return;
  }
  Scratch<double> sums(din.size());
  const index_t n = full.rank() > 0 ? full.dim(-1) : 1, rows = n > 0 ? full.size() / n : 0;
  const index_t step = din.rank() > 0 && din.dim(-1) != 1 ? 1 : 0;
  const auto run = [&](index_t row, index_t at, index_t) {
    const real* from = full.data() + row * n;
    double* to = sums.data() + at;
    for (index_t i = 0; i < n; ++i) to[i * step] += static_cast<double>(from[i]);
  };
  for_each_broadcast_row(full.shape(), din.shape(), din.shape(), 0, rows, run);
  for (index_t i = 0; i < din.size(); ++i) din.data()[i] += static_cast<real>(sums[i]);
}

}  // namespace pj
