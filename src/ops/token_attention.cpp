#include "pj/ops/token_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "attention_shape.h"
#include "attention_tile.h"
#include "labels.h"
#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"
#include "pj/tensor/fast_exp.h"

namespace pj {
namespace {

/// Everything forward and backward of one call read.
struct TokenRows {
  AttentionShape s;
  index_t V;
  Tensor qkv;
  std::vector<std::int32_t> tokens;
  Tensor reversed_bias;  // undefined for none
  Tensor peaks;          // (H, T): the largest bias row i sees
  Tensor places;         // (T, B, V): 1 at the token of place j
  Tensor scores;         // (H, V, V): q_u . k_w / sqrt(D)
  Tensor reach, masses;  // (H, T, B, V)

  const real* query(index_t h, index_t u) const { return channels(h, u, 0); }
  const real* key(index_t h, index_t w) const { return channels(h, w, 1); }
  const real* value(index_t h, index_t w) const { return channels(h, w, 2); }
  index_t token(index_t b, index_t t) const {
    return tokens[static_cast<std::size_t>(b * s.T + t)];
  }
  /// Numbers of one row of all sequences: the columns of the products over keys.
  index_t columns() const { return s.B * V; }
  /// Where the V numbers of a row begin in reach, masses and their gradients.
  index_t at(index_t h, index_t i, index_t b) const { return ((h * s.T + i) * s.B + b) * V; }

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

Tensor token_places(const TokenRows& x) {
  Tensor places = Tensor::zeros({x.s.T, x.s.B, x.V});
  for (index_t t = 0; t < x.s.T; ++t)
    for (index_t b = 0; b < x.s.B; ++b) places.data()[(t * x.s.B + b) * x.V + x.token(b, t)] = 1;
  return places;
}

/// The largest bias at the lags row i sees, which are those of row i - 1 and one more.
Tensor bias_peaks(const Variable& lag_bias, const AttentionShape& s) {
  if (!lag_bias.defined()) return Tensor::zeros({s.H, s.T});
  Tensor peaks = Tensor::empty({s.H, s.T});
  for (index_t h = 0; h < s.H; ++h) {
    const real* const bias = lag_bias.value().data() + h * lag_bias.dim(1);
    real largest = std::numeric_limits<real>::lowest();
    for (index_t i = 0; i < s.T; ++i) {
      if (i > 0 || !s.strict) largest = std::max(largest, bias[i]);
      peaks.data()[h * s.T + i] = largest;
    }
  }
  return peaks;
}

/// tile[r, j] = e^(bias[i - j] - peak_i) for the keys that row i = i0 + r sees, 0 for others.
void fill_bias_tile(const TokenRows& x, index_t h, const TilePlace& at, real* tile) {
  for (index_t r = 0; r < at.m; ++r) {
    const index_t i = at.i0 + r, seen = x.s.visible(i, at.j0, at.n);
    real* const row = tile + r * at.n;
    std::fill(row + seen, row + at.n, real{0});
    if (!x.reversed_bias.defined()) {
      std::fill_n(row, seen, real{1});
      continue;
    }
    const real* const bias = x.reversed_bias.data() + h * x.s.T + (x.s.T - 1 - i + at.j0);
    const real peak = x.peaks.data()[h * x.s.T + i];
#pragma omp simd
    for (index_t j = 0; j < seen; ++j) row[j] = fast_exp(bias[j] - peak);
  }
}

/// reach[h, i, b, w] for the rows of one tile.
void gather_reach(TokenRows& x, index_t h, index_t i0) {
  Tensor tile = Tensor::empty({kQueryTile * kKeyTile});
  for_each_key_tile(x.s, i0, [&](const TilePlace& at) {
    fill_bias_tile(x, h, at, tile.data());
    gemm(Op::kPlain, Op::kPlain, at.m, x.columns(), at.n, 1, tile.data(), at.n,
         x.places.data() + at.j0 * x.columns(), x.columns(), at.j0 > 0 ? 1 : 0,
         x.reach.data() + x.at(h, i0, 0), x.columns());
  });
}

/// mass_w = softmax over w of score_w + log reach_w; all 0 where nothing is in reach.
void token_softmax(real* mass, const real* scores, const real* reach, index_t V) {
  if (std::all_of(reach, reach + V, [](real r) { return r == 0; })) {
    std::fill_n(mass, V, real{0});
    return;
  }
  real largest = -std::numeric_limits<real>::infinity(), total = 0;
  for (index_t w = 0; w < V; ++w) {
    mass[w] = scores[w] + std::log(reach[w]);
    largest = std::max(largest, mass[w]);
  }
  for (index_t w = 0; w < V; ++w) total += mass[w] = fast_exp(mass[w] - largest);
  for (index_t w = 0; w < V; ++w) mass[w] /= total;
}

/// All rows of one head of one sequence.
void attend(TokenRows& x, Tensor& out, index_t b, index_t h) {
  const AttentionShape& s = x.s;
  for (index_t i = 0; i < s.T; ++i) {
    const index_t at = x.at(h, i, b);
    real *mass = x.masses.data() + at, *to = out.data() + ((b * s.T + i) * s.H + h) * s.D;
    token_softmax(mass, x.scores.data() + (h * x.V + x.token(b, i)) * x.V, x.reach.data() + at,
                  x.V);
    std::fill_n(to, s.D, real{0});
    for (index_t w = 0; w < x.V; ++w)
      for (index_t c = 0; c < s.D; ++c) to[c] += mass[w] * x.value(h, w)[c];
  }
}

/// What one head of one sequence adds to the gradients of scores and values.
struct TokenSums {
  double *scores, *values;  // (V, V), (V, D)
};

/// Also writes dreach[h, i, b, w] = mass_w (G_w - dot) / reach_w where that is wanted.
void differentiate(const TokenRows& x, const Tensor& dout, index_t b, index_t h, TokenSums sums,
                   real* dreach) {
  const AttentionShape& s = x.s;
  std::vector<real> pulls(static_cast<std::size_t>(x.V));
  for (index_t i = 0; i < s.T; ++i) {
    const index_t at = x.at(h, i, b), u = x.token(b, i);
    const real *mass = x.masses.data() + at, *reach = x.reach.data() + at;
    const real* dy = dout.data() + ((b * s.T + i) * s.H + h) * s.D;
    double mean = 0;
    for (index_t w = 0; w < x.V; ++w) {
      const double pull = dot(dy, x.value(h, w), s.D);
      pulls[static_cast<std::size_t>(w)] = static_cast<real>(pull);
      mean += static_cast<double>(mass[w]) * pull;
    }
    for (index_t w = 0; w < x.V; ++w) {
      const real slope = mass[w] * (pulls[static_cast<std::size_t>(w)] - static_cast<real>(mean));
      sums.scores[u * x.V + w] += static_cast<double>(slope);
      for (index_t c = 0; c < s.D; ++c)
        sums.values[w * s.D + c] += static_cast<double>(mass[w] * dy[c]);
      if (dreach != nullptr) dreach[at + w] = reach[w] > 0 ? slope / reach[w] : 0;
    }
  }
}

/// dbias[i - j] += e^(bias[i - j] - peak_i) sum over b of dreach[h, i, b, token of j], for one
/// head.
void gather_bias_gradient(const TokenRows& x, const Tensor& dreach, index_t h, double* dbias) {
  Tensor scratch = Tensor::empty({2, kQueryTile * kKeyTile});
  real *weights = scratch.data(), *slopes = weights + kQueryTile * kKeyTile;
  for (index_t i0 = 0; i0 < x.s.T; i0 += kQueryTile)
    for_each_key_tile(x.s, i0, [&](const TilePlace& at) {
      fill_bias_tile(x, h, at, weights);
      gemm(Op::kPlain, Op::kTransposed, at.m, at.n, x.columns(), 1, dreach.data() + x.at(h, i0, 0),
           x.columns(), x.places.data() + at.j0 * x.columns(), x.columns(), 0, slopes, at.n);
      for (index_t e = 0; e < at.m * at.n; ++e) slopes[e] *= weights[e];
      add_diagonals(dbias, slopes, at);
    });
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

void add_bias_gradient(Tensor& dlag_bias, const TokenRows& x, const Tensor& dreach) {
  const AttentionShape& s = x.s;
  Scratch<double> dbias(s.H * s.T);
  parallel_for(s.H, [&](index_t h) { gather_bias_gradient(x, dreach, h, dbias.data() + h * s.T); });
  add_lag_gradient(dlag_bias, dbias, {1, s.T, s.H, s.D, s.strict});  // all sequences are in it
}

void backward_sequences(const TokenRows& x, const Tensor& dout, const GradInputs& din) {
  const AttentionShape& s = x.s;
  Tensor *dqkv = din[0], *dlag_bias = din[1];
  const index_t size = x.V * (x.V + s.D);
  Scratch<double> parts(s.B * s.H * size);
  Tensor dreach = dlag_bias != nullptr ? Tensor::empty(x.reach.shape()) : Tensor();
  parallel_for(s.B * s.H, [&](index_t place) {
    const auto [b, h] = head_task(s, place);
    double* const scores = parts.data() + (b * s.H + h) * size;
    differentiate(x, dout, b, h, {scores, scores + x.V * x.V},
                  dlag_bias != nullptr ? dreach.data() : nullptr);
  });
  if (dqkv != nullptr) add_table_gradient(*dqkv, x, parts);
  if (dlag_bias != nullptr) add_bias_gradient(*dlag_bias, x, dreach);
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
  const index_t V = qkv.dim(0);
  TokenRows x{s,
              V,
              qkv.value(),
              {tokens.begin(), tokens.end()},
              reverse_lags(lag_bias, s),
              bias_peaks(lag_bias, s),
              {},
              {},
              Tensor::empty({H, T, B, V}),
              Tensor::empty({H, T, B, V})};
  x.places = token_places(x);
  x.scores = token_scores(x);
  const index_t tiles = num_chunks(T, kQueryTile);
  parallel_for(H * tiles, [&](index_t at) { gather_reach(x, at % H, at / H * kQueryTile); });
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
