#include "pj/position/rotary_table.h"

#include <algorithm>
#include <cmath>

#include "pj/position/scalar_kernels.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kPositionChunk = 256;

std::size_t size_of(index_t count) { return static_cast<std::size_t>(count); }

/// y = or += (c + i s) x, or its conjugate, over complex pairs.
template <bool kAdd, class Number>
void turn(Number* __restrict y, const Number* __restrict x, const Number* __restrict c,
          const Number* __restrict s, index_t num_pairs) {
  for (index_t i = 0; i < num_pairs; ++i) {
    const Number re = x[2 * i], im = x[2 * i + 1];
    if constexpr (kAdd) {  // the transposed turn
      y[2 * i] += re * c[i] + im * s[i];
      y[2 * i + 1] += im * c[i] - re * s[i];
    } else {
      y[2 * i] = re * c[i] - im * s[i];
      y[2 * i + 1] = re * s[i] + im * c[i];
    }
  }
}

}  // namespace

template <class Number>
RotaryTable<Number>::RotaryTable(const RotarySpec& spec, index_t head_dim,
                                 const PositionRange& range, index_t train_len)
    : spec_(spec), head_dim_(head_dim), num_positions_(range.count) {
  require<ValueError>(range.count >= 1 && range.first >= 0,
                      "rotary: positions must begin at 0 or later and be at least 1, got ",
                      range.count, " from ", range.first);
  if (is_identity()) return;
  const index_t total = range.total_len > 0 ? range.total_len : range.first + range.count;
  const RotaryFrequencies f = rotary_frequencies(spec, head_dim, total, train_len);
  const index_t pairs = head_dim / 2, m = spec.order;
  cosine_.resize(size_of(range.count * pairs));
  sine_.resize(cosine_.size());
  if (spec.kind == RotaryKind::kJordan) {
    query_powers_.resize(size_of(range.count * m));
    key_powers_.resize(query_powers_.size());
  }
  const auto fill_row = [&](index_t row) {
    const double p = f.position * static_cast<double>(range.first + row);
    for (index_t i = 0; i < pairs; ++i) {
      const double angle = f.omega[size_of(i / m)] * p;
      cosine_[size_of(row * pairs + i)] = static_cast<Number>(f.magnitude * std::cos(angle));
      sine_[size_of(row * pairs + i)] = static_cast<Number>(f.magnitude * std::sin(angle));
    }
    if (spec.kind != RotaryKind::kJordan) return;
    const double t = jordan_time(spec, p, static_cast<double>(train_len));
    const double s = query_damping(spec, p);
    for (index_t o = 0; o < m; ++o) {
      const int order = static_cast<int>(o);
      query_powers_[size_of(row * m + o)] = static_cast<Number>(s * jet_amplitude(t, order));
      key_powers_[size_of(row * m + o)] = static_cast<Number>(jet_amplitude(-t, order) / s);
    }
  };
  for_each_chunk(
      range.count,
      [&](index_t begin, index_t end) {
        for (index_t row = begin; row < end; ++row) fill_row(row);
      },
      kPositionChunk);
}

template <class Number>
RotaryAction<Number>::RotaryAction(const RotaryTable<Number>& table, index_t num_heads)
    : table_(table), num_pairs_(num_heads * table.head_dim() / 2) {
  if (table.is_identity()) return;
  cosine_.resize(size_of(num_pairs_));
  sine_.resize(size_of(num_pairs_));
  if (table.query_powers_.empty()) return;
  const index_t m = table.spec().order, channels = 2 * num_pairs_;
  shifted_.resize(size_of(channels));
  for (index_t o = 0; o < m; ++o)
    for (index_t j = 0; j < channels; ++j)
      inside_.push_back(static_cast<Number>(j / 2 % m + o < m ? 1 : 0));
}

template <class Number>
void RotaryAction<Number>::move_to(index_t row) {
  row_ = row;
  if (table_.is_identity()) return;
  const index_t pairs = table_.head_dim() / 2;
  for (index_t at = 0; at < num_pairs_; at += pairs) {
    std::copy_n(table_.cosine_.data() + row * pairs, pairs, cosine_.data() + at);
    std::copy_n(table_.sine_.data() + row * pairs, pairs, sine_.data() + at);
  }
}

/// exp(tN) x for a query and exp(-t N^T) x for a key, or their transposes.
template <class Number>
const Number* RotaryAction<Number>::shift(const Number* x, Side side, bool transposed) {
  if (shifted_.empty()) return x;
  const bool upward = (side == Side::kQuery) != transposed;  // channel j takes from j + 2o
  const index_t m = table_.spec().order, channels = 2 * num_pairs_;
  const Number* powers =
      (side == Side::kQuery ? table_.query_powers_ : table_.key_powers_).data() + row_ * m;
  Number* __restrict out = shifted_.data();
  for (index_t j = 0; j < channels; ++j) out[j] = powers[0] * x[j];
  for (index_t o = 1; o < m; ++o) {
    const Number power = powers[o];
    const Number* __restrict inside = inside_.data() + o * channels;
    const Number* __restrict from = upward ? x + 2 * o : x;
    Number* __restrict to = upward ? out : out + 2 * o;
    for (index_t j = 0; j < channels - 2 * o; ++j) to[j] += power * inside[j] * from[j];
  }
  return out;
}

template <class Number>
void RotaryAction<Number>::apply(Number* y, const Number* x, Side side) {
  if (table_.is_identity()) {
    std::copy_n(x, 2 * num_pairs_, y);
    return;
  }
  turn<false>(y, shift(x, side, false), cosine_.data(), sine_.data(), num_pairs_);
}

template <class Number>
void RotaryAction<Number>::add_transposed(Number* x, const Number* y, Side side) {
  if (table_.is_identity()) {
    for (index_t j = 0; j < 2 * num_pairs_; ++j) x[j] += y[j];
    return;
  }
  turn<true>(x, shift(y, side, true), cosine_.data(), sine_.data(), num_pairs_);
}

template class RotaryTable<float>;
template class RotaryTable<double>;
template class RotaryAction<float>;
template class RotaryAction<double>;

}  // namespace pj
