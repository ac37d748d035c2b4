#include "pj/ops/token_attention.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention_row.h"
#include "attention_shape.h"
#include "labels.h"
#include "pj/core/threads.h"

namespace pj {
namespace {

/// Everything forward and backward of one call read.
struct TokenRows {
  AttentionShape s;
  index_t V;
  Tensor qkv;
  std::vector<std::int32_t> tokens;
  Tensor reversed_bias;            // undefined for none
  Tensor scores;                   // (H, V, V): q_u . k_w / sqrt(D)
  Tensor masses, largest, totals;  // (B, H, T, V), (B, H, T), (B, H, T)

  const real* query(index_t h, index_t u) const { return channels(h, u, 0); }
  const real* key(index_t h, index_t w) const { return channels(h, w, 1); }
  const real* value(index_t h, index_t w) const { return channels(h, w, 2); }
  index_t token(index_t b, index_t t) const {
    return tokens[static_cast<std::size_t>(b * s.T + t)];
  }
  /// The bias that row i adds to keys from the first on; null for none.
  const real* bias(index_t h, index_t i) const {
    return reversed_bias.defined() ? reversed_bias.data() + h * s.T + (s.T - 1 - i) : nullptr;
  }

 private:
  const real* channels(index_t h, index_t token, index_t part) const {
    return qkv.data() + ((token * 3 + part) * s.H + h) * s.D;
  }
};

double dot(const real* a, const real* b, index_t n) {
  double sum = 0;
  for (index_t i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

Tensor token_scores(const TokenRows& x) {
  Tensor scores = Tensor::empty({x.s.H, x.V, x.V});
  for (index_t h = 0; h < x.s.H; ++h)
    for (index_t u = 0; u < x.V; ++u)
      for (index_t w = 0; w < x.V; ++w)
        scores.data()[(h * x.V + u) * x.V + w] =
            x.s.scale() * static_cast<real>(dot(x.query(h, u), x.key(h, w), x.s.D));
  return scores;
}

/// One sequence spread out, so that rows are vector code: for each token w a row of T that is 1 at
/// its places, and for each token u the scores its queries have with the key of every place.
class SpreadSequence {
 public:
  SpreadSequence(const TokenRows& x, index_t b, index_t h)
      : T_(x.s.T), numbers_(Tensor::empty({2, x.V, T_})), scores_(numbers_.data() + x.V * T_) {
    for (index_t u = 0; u < x.V; ++u)
      for (index_t t = 0; t < T_; ++t) {
        numbers_.data()[u * T_ + t] = x.token(b, t) == u ? 1 : 0;
        scores_[u * T_ + t] = x.scores.data()[(h * x.V + u) * x.V + x.token(b, t)];
      }
  }
  const real* places(index_t w) const { return numbers_.data() + w * T_; }
  const real* scores(index_t u) const { return scores_ + u * T_; }

 private:
  index_t T_;
  Tensor numbers_;
  real* scores_;
};

/// row[j] = scores[j] + bias[j]; returns the largest.
real add_and_max(real* row, const real* scores, const real* bias, index_t n) {
  if (bias == nullptr) {
    std::copy_n(scores, n, row);
    return add_bias_and_max(row, nullptr, n);
  }
  real largest = -std::numeric_limits<real>::infinity();
#pragma omp simd reduction(max : largest)
  for (index_t j = 0; j < n; ++j) {
    row[j] = scores[j] + bias[j];
    largest = row[j] > largest ? row[j] : largest;
  }
  return largest;
}

real sum_of_products(const real* a, const real* b, index_t n) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (index_t j = 0; j < n; ++j) sum += a[j] * b[j];
  return sum;
}

/// All rows of one head of one sequence.
void attend(TokenRows& x, Tensor& out, index_t b, index_t h) {
  const AttentionShape& s = x.s;
  const SpreadSequence sequence(x, b, h);
  Tensor row = Tensor::empty({s.T});
  for (index_t i = 0; i < s.T; ++i) {
    const index_t at = (b * s.H + h) * s.T + i, seen = s.visible(i, 0, s.T);
    real *mass = x.masses.data() + at * x.V, *to = out.data() + ((b * s.T + i) * s.H + h) * s.D;
    std::fill_n(to, s.D, real{0});
    std::fill_n(mass, x.V, real{0});
    if (seen == 0) continue;
    x.largest.data()[at] =
        add_and_max(row.data(), sequence.scores(x.token(b, i)), x.bias(h, i), seen);
    const real total = exp_and_sum(row.data(), x.largest.data()[at], seen);
    x.totals.data()[at] = total;
    for (index_t w = 0; w < x.V; ++w) {
      mass[w] = sum_of_products(row.data(), sequence.places(w), seen) / total;
      for (index_t c = 0; c < s.D; ++c) to[c] += mass[w] * x.value(h, w)[c];
    }
  }
}

/// What one head of one sequence adds to the gradients of scores, values and bias.
struct TokenSums {
  double *scores, *values;  // (V, V), (V, D)
  double* by_lag;           // T numbers; null where the bias needs none
};

/// reversed[T - 1 - (i - j)] += P[i,j] pull_w for the keys of row i; `row` and `slope` hold T
/// numbers.
void add_bias_row(const TokenRows& x, const SpreadSequence& sequence, const real* pulls, index_t b,
                  index_t h, index_t i, real* row, real* slope, double* reversed) {
  const index_t seen = x.s.visible(i, 0, x.s.T), at = (b * x.s.H + h) * x.s.T + i;
  (void)add_and_max(row, sequence.scores(x.token(b, i)), x.bias(h, i), seen);
  (void)exp_and_sum(row, x.largest.data()[at], seen);
  std::fill_n(slope, seen, real{0});
  for (index_t w = 0; w < x.V; ++w) {
    const real pull = pulls[w] / x.totals.data()[at];
    const real* const places = sequence.places(w);
    for (index_t j = 0; j < seen; ++j) slope[j] += pull * places[j];
  }
  double* const to = reversed + (x.s.T - 1 - i);
  for (index_t j = 0; j < seen; ++j) to[j] += static_cast<double>(row[j] * slope[j]);
}

void differentiate(const TokenRows& x, const Tensor& dout, index_t b, index_t h, TokenSums sums) {
  const AttentionShape& s = x.s;
  const SpreadSequence sequence(x, b, h);
  Tensor scratch = Tensor::empty({2 * s.T + x.V});
  real *row = scratch.data(), *slope = row + s.T, *pulls = slope + s.T;
  Scratch<double> reversed(s.T);  // along a row lags descend
  for (index_t i = 0; i < s.T; ++i) {
    if (s.visible(i, 0, s.T) == 0) continue;
    const index_t at = (b * s.H + h) * s.T + i, u = x.token(b, i);
    const real* mass = x.masses.data() + at * x.V;
    const real* dy = dout.data() + ((b * s.T + i) * s.H + h) * s.D;
    double mean = 0;
    for (index_t w = 0; w < x.V; ++w) {
      const double pull = dot(dy, x.value(h, w), s.D);
      pulls[w] = static_cast<real>(pull);
      mean += static_cast<double>(mass[w]) * pull;
    }
    for (index_t w = 0; w < x.V; ++w) {
      pulls[w] -= static_cast<real>(mean);
      sums.scores[u * x.V + w] += static_cast<double>(mass[w] * pulls[w]);
      for (index_t c = 0; c < s.D; ++c)
        sums.values[w * s.D + c] += static_cast<double>(mass[w] * dy[c]);
    }
    if (sums.by_lag != nullptr)
      add_bias_row(x, sequence, pulls, b, h, i, row, slope, reversed.data());
  }
  if (sums.by_lag != nullptr)
    std::reverse_copy(reversed.data(), reversed.data() + s.T, sums.by_lag);
}

/// dqkv += what the sums of all sequences, added in their order, say; `parts` is (B, H, V, V + D).
void add_table_gradient(Tensor& dqkv, const TokenRows& x, const Scratch<double>& parts) {
  const index_t V = x.V, D = x.s.D, size = V * (V + D);
  const double scale = static_cast<double>(x.s.scale());
  for (index_t h = 0; h < x.s.H; ++h) {
    std::vector<double> sums(static_cast<std::size_t>(size));
    for (index_t b = 0; b < x.s.B; ++b)
      for (index_t n = 0; n < size; ++n)
        sums[static_cast<std::size_t>(n)] += parts[(b * x.s.H + h) * size + n];
    const double *scores = sums.data(), *values = scores + V * V;
    for (index_t u = 0; u < V; ++u)
      for (index_t c = 0; c < D; ++c) {
        double dq = 0, dk = 0;
        for (index_t w = 0; w < V; ++w) {
          dq += scale * scores[u * V + w] * static_cast<double>(x.key(h, w)[c]);
          dk += scale * scores[w * V + u] * static_cast<double>(x.query(h, w)[c]);
        }
        real* const to = dqkv.data() + (u * 3 * x.s.H + h) * D + c;
        const index_t part = x.s.H * D;
        to[0] += static_cast<real>(dq);
        to[part] += static_cast<real>(dk);
        to[2 * part] += static_cast<real>(values[u * D + c]);
      }
  }
}

void backward_sequences(const TokenRows& x, const Tensor& dout, const GradInputs& din) {
  const AttentionShape& s = x.s;
  Tensor *dqkv = din[0], *dlag_bias = din[1];
  const index_t size = x.V * (x.V + s.D);
  Scratch<double> parts(s.B * s.H * size), dbias(dlag_bias != nullptr ? s.B * s.H * s.T : 0);
  parallel_for(s.B * s.H, [&](index_t place) {
    const auto [b, h] = head_task(s, place);
    const index_t at = b * s.H + h;
    double* const scores = parts.data() + at * size;
    differentiate(
        x, dout, b, h,
        {scores, scores + x.V * x.V, dlag_bias != nullptr ? dbias.data() + at * s.T : nullptr});
  });
  if (dqkv != nullptr) add_table_gradient(*dqkv, x, parts);
  if (dlag_bias != nullptr) add_lag_gradient(*dlag_bias, dbias, s);
}

}  // namespace

Variable token_attention(const Variable& qkv, std::span<const std::int32_t> tokens, index_t B,
                         index_t T, const Variable& lag_bias, const AttentionMask& mask) {
  const index_t H = mask.num_heads;
  require<ShapeError>(qkv.shape().rank() == 2 && H >= 1 && qkv.dim(1) % (3 * H) == 0,
                      "token_attention: qkv must have shape (V, 3C) with C dividing into ", H,
                      " heads, got ", qkv.shape());
  require<ShapeError>(static_cast<index_t>(tokens.size()) == B * T,
                      "token_attention: tokens must be ", B, " rows of ", T, ", got ",
                      tokens.size());
  require_labels("token_attention", "token", tokens, qkv.dim(0));
  const AttentionShape s{B, T, H, qkv.dim(1) / (3 * H), mask.strict};
  check_lag_bias("token_attention", lag_bias, s);
  TokenRows x{s,
              qkv.dim(0),
              qkv.value(),
              {tokens.begin(), tokens.end()},
              reverse_lags(lag_bias, s),
              {},
              Tensor::empty({B, H, T, qkv.dim(0)}),
              Tensor::empty({B, H, T}),
              Tensor::empty({B, H, T})};
  x.scores = token_scores(x);
  Tensor out = Tensor::empty({B, T, H * s.D});
  parallel_for(B * H, [&](index_t place) {
    const auto [b, h] = head_task(s, place);
    attend(x, out, b, h);
  });
  return record("token_attention", out, {qkv, lag_bias},
                [x = std::move(x)](const Tensor& dout, const GradInputs& din) {
                  backward_sequences(x, dout, din);
                });
}

}  // namespace pj
