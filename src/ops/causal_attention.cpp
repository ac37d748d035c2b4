#include "pj/ops/causal_attention.h"

#include <algorithm>
#include <limits>

#include "attention_row.h"
#include "attention_tile.h"
#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

/// What a tile of scores is made from: one head's queries and keys and its reversed bias row.
struct Scores {
  AttentionShape s;
  HeadRows<const real*> q, k;
  const real* reversed_bias;  // null for none

  /// tile = q k^T / sqrt(D).
  void multiply(const TilePlace& at, real* tile) const {
    gemm(Op::kPlain, Op::kTransposed, at.m, at.n, s.D, s.scale(), q.row(at.i0), q.stride,
         k.row(at.j0), k.stride, 0, tile, at.n);
  }
  /// The bias that row i adds to keys from j0 on; null for none.
  const real* bias(index_t i, index_t j0) const {
    return reversed_bias != nullptr ? reversed_bias + (s.T - 1 - i + j0) : nullptr;
  }
};

/// The running softmax of one query row.
struct RunningRow {
  real largest = -std::numeric_limits<real>::infinity();
  double sum = 0;
};

/// Turns a row of scores into unnormalised weights, hidden keys into 0, and rescales what the row
/// has gathered so far to the new largest score.
void absorb_row(RunningRow& state, real* row, const real* bias, index_t seen, index_t n,
                real* gathered, index_t D) {
  std::fill(row + seen, row + n, real{0});
  if (seen == 0) return;
  const real largest = std::max(state.largest, add_bias_and_max(row, bias, seen));
  if (largest > state.largest) {
    const real shrink = fast_exp(state.largest - largest);
    state.sum *= static_cast<double>(shrink);
    for (index_t c = 0; c < D; ++c) gathered[c] *= shrink;
    state.largest = largest;
  }
  state.sum += static_cast<double>(exp_and_sum(row, state.largest, seen));
}

/// The queries from i0 on, as many as a tile holds, of one head against all keys they see. Writes
/// out rows and their log-sum-exp.
void attention_forward(const Scores& scores, HeadRows<const real*> v, HeadRows<real*> out,
                       real* lse, index_t i0) {
  const AttentionShape& s = scores.s;
  const index_t m = std::min(kQueryTile, s.T - i0);
  Tensor scratch = Tensor::empty({kQueryTile * kKeyTile + m * s.D});
  real *tile = scratch.data(), *gathered = tile + kQueryTile * kKeyTile;
  std::fill(gathered, gathered + m * s.D, real{0});
  RunningRow rows[kQueryTile];
  for_each_key_tile(s, i0, [&](const TilePlace& at) {
    scores.multiply(at, tile);
    for (index_t r = 0; r < m; ++r)
      absorb_row(rows[r], tile + r * at.n, scores.bias(i0 + r, at.j0),
                 s.visible(i0 + r, at.j0, at.n), at.n, gathered + r * s.D, s.D);
    gemm(Op::kPlain, Op::kPlain, m, s.D, at.n, 1, tile, at.n, v.row(at.j0), v.stride, 1, gathered,
         s.D);
  });
  for (index_t r = 0; r < m; ++r) {
    const bool sees_a_key = rows[r].sum > 0 || std::isnan(rows[r].sum);
    const real weight = sees_a_key ? static_cast<real>(1 / rows[r].sum) : 0;
    for (index_t c = 0; c < s.D; ++c) out.row(i0 + r)[c] = weight * gathered[r * s.D + c];
    lse[i0 + r] =
        sees_a_key ? static_cast<real>(static_cast<double>(rows[r].largest) + std::log(rows[r].sum))
                   : 0;
  }
}

/// What one head's backward reads and adds to; null rows where no gradient is wanted.
struct HeadGradients {
  HeadRows<const real*> v, dout;
  const real *lse, *dot;  // dot_i = dO_i . O_i
  HeadRows<real*> dq, dk, dv;
  double* dbias;  // by lag, T numbers
};

/// forward: P = e^(S - lse);  backward: dS = P (dP - dot). In: scores and dP; out: P and dS.
void differentiate_row(real* p, real* ds, const real* bias, real lse, real dot, index_t seen,
                       index_t n) {
  if (bias != nullptr)
    for (index_t j = 0; j < seen; ++j) p[j] += bias[j];
#pragma omp simd
  for (index_t j = 0; j < seen; ++j) {
    p[j] = fast_exp(p[j] - lse);
    ds[j] = p[j] * (ds[j] - dot);
  }
  std::fill(p + seen, p + n, real{0});
  std::fill(ds + seen, ds + n, real{0});
}

/// One tile of one head: five products.
void backward_tile(const Scores& scores, const HeadGradients& g, const TilePlace& at, real* p,
                   real* ds) {
  const AttentionShape& s = scores.s;
  const auto [i0, m, j0, n] = at;
  const real scale = s.scale();
  scores.multiply(at, p);
  gemm(Op::kPlain, Op::kTransposed, m, n, s.D, 1, g.dout.row(i0), g.dout.stride, g.v.row(j0),
       g.v.stride, 0, ds, n);  // dP = dO V^T
  for (index_t r = 0; r < m; ++r)
    differentiate_row(p + r * n, ds + r * n, scores.bias(i0 + r, j0), g.lse[i0 + r], g.dot[i0 + r],
                      s.visible(i0 + r, j0, n), n);
  if (g.dv.data != nullptr)  // dV += P^T dO
    gemm(Op::kTransposed, Op::kPlain, n, s.D, m, 1, p, n, g.dout.row(i0), g.dout.stride, 1,
         g.dv.row(j0), g.dv.stride);
  if (g.dq.data != nullptr)  // dQ += dS K / sqrt(D)
    gemm(Op::kPlain, Op::kPlain, m, s.D, n, scale, ds, n, scores.k.row(j0), scores.k.stride, 1,
         g.dq.row(i0), g.dq.stride);
  if (g.dk.data != nullptr)  // dK += dS^T Q / sqrt(D)
    gemm(Op::kTransposed, Op::kPlain, n, s.D, m, scale, ds, n, scores.q.row(i0), scores.q.stride, 1,
         g.dk.row(j0), g.dk.stride);
  if (g.dbias != nullptr) add_diagonals(g.dbias, ds, at);
}

void attention_backward(const Scores& scores, const HeadGradients& g) {
  Tensor scratch = Tensor::empty({2, kQueryTile * kKeyTile});
  real *p = scratch.data(), *ds = p + kQueryTile * kKeyTile;
  for (index_t i0 = 0; i0 < scores.s.T; i0 += kQueryTile)
    for_each_key_tile(scores.s, i0,
                      [&](const TilePlace& at) { backward_tile(scores, g, at, p, ds); });
}

/// Everything the backward of one call keeps.
struct Saved {
  AttentionShape s;
  Columns q, k, v;
  Tensor reversed_bias, out, lse;
  index_t num_lags = 0;

  Scores scores(index_t b, index_t h) const {
    return {s, head_rows(q, s, b, h), head_rows(k, s, b, h),
            reversed_bias.defined() ? reversed_bias.data() + h * s.T : nullptr};
  }
};

HeadRows<real*> gradient_rows(Tensor* grad, const Columns& x, const AttentionShape& s, index_t b,
                              index_t h) {
  if (grad == nullptr) return {nullptr, 0};
  const index_t W = grad->dim(-1);
  return {grad->data() + b * s.T * W + x.begin + h * s.D, W};
}

/// dot_i = dO_i . O_i for the rows of one head.
Scratch<real> output_dots(const Tensor& out, const Tensor& dout, const AttentionShape& s, index_t b,
                          index_t h) {
  Scratch<real> dots(s.T);
  for (index_t t = 0; t < s.T; ++t) {
    const index_t at = ((b * s.T + t) * s.H + h) * s.D;
    double sum = 0;
    for (index_t c = 0; c < s.D; ++c)
      sum += static_cast<double>(out.data()[at + c]) * static_cast<double>(dout.data()[at + c]);
    dots[t] = static_cast<real>(sum);
  }
  return dots;
}

void backward_heads(const Saved& saved, const Tensor& dout, const GradInputs& din) {
  const AttentionShape& s = saved.s;
  Tensor *dq = din[0], *dk = din[1], *dv = din[2], *dlag_bias = din[3];
  Scratch<double> dbias(dlag_bias != nullptr ? s.B * s.H * s.T : 0);
  parallel_for(s.B * s.H, [&](index_t place) {
    const auto [b, h] = head_task(s, place);
    const index_t at = b * s.H + h;
    Scratch<real> dots = output_dots(saved.out, dout, s, b, h);
    const HeadGradients g{head_rows(saved.v, s, b, h),
                          {dout.data() + b * s.T * s.H * s.D + h * s.D, s.H * s.D},
                          saved.lse.data() + at * s.T,
                          dots.data(),
                          gradient_rows(dq, saved.q, s, b, h),
                          gradient_rows(dk, saved.k, s, b, h),
                          gradient_rows(dv, saved.v, s, b, h),
                          dbias.size() > 0 ? dbias.data() + at * s.T : nullptr};
    attention_backward(saved.scores(b, h), g);
  });
  if (dlag_bias != nullptr) add_lag_gradient(*dlag_bias, dbias, s);
}

/// The operand without its place in the graph: a closure that kept the Variable would tie the graph
/// to itself.
Columns constant(const Columns& x) { return {Variable(x.source.value()), x.begin, x.width}; }

}  // namespace

Variable causal_attention(const Columns& q, const Columns& k, const Columns& v,
                          const Variable& lag_bias, const AttentionMask& mask) {
  const AttentionShape s = attention_shape(q, k, v, lag_bias, mask);
  Saved saved{s, constant(q), constant(k), constant(v), reverse_lags(lag_bias, s), {}, {}};
  saved.out = Tensor::empty({s.B, s.T, s.H * s.D});
  saved.lse = Tensor::empty({s.B, s.H, s.T});
  const index_t tiles = num_chunks(s.T, kQueryTile);
  parallel_for(s.B * s.H * tiles, [&](index_t at) {
    const index_t b = at / (tiles * s.H), in_entry = at % (tiles * s.H), h = in_entry % s.H;
    const index_t i0 = (tiles - 1 - in_entry / s.H) * kQueryTile;  // the longest rows first
    const HeadRows<real*> out{saved.out.data() + b * s.T * s.H * s.D + h * s.D, s.H * s.D};
    attention_forward(saved.scores(b, h), head_rows(saved.v, s, b, h), out,
                      saved.lse.data() + (b * s.H + h) * s.T, i0);
  });
  return record(
      "causal_attention", saved.out, {q.source, k.source, v.source, lag_bias},
      [saved](const Tensor& dout, const GradInputs& din) { backward_heads(saved, dout, din); });
}

void attention_row(const Columns& q, const Columns& k, const Variable& lag_bias,
                   const AttentionMask& mask, index_t batch, index_t row,
                   std::span<double> weights) {
  const AttentionShape s = attention_shape(q, k, k, lag_bias, mask);
  const index_t n = row + 1, seen = s.visible(row, 0, n);
  require<ShapeError>(batch >= 0 && batch < s.B && row >= 0 && row < s.T &&
                          static_cast<index_t>(weights.size()) == s.H * n,
                      "attention_row: needs a row inside (", s.B, ", ", s.T, ") and ", s.H * n,
                      " weights, got row ", row, " of batch ", batch, " and ", weights.size());
  for (index_t h = 0; h < s.H; ++h) {
    const real* query = head_rows(q, s, batch, h).row(row);
    double* p = weights.data() + h * n;
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (index_t j = 0; j < seen; ++j) {
      const real* key = head_rows(k, s, batch, h).row(j);
      double dot = 0;
      for (index_t c = 0; c < s.D; ++c)
        dot += static_cast<double>(query[c]) * static_cast<double>(key[c]);
      p[j] = dot / std::sqrt(static_cast<double>(s.D));
      if (lag_bias.defined())
        p[j] += static_cast<double>(lag_bias.value().data()[h * lag_bias.dim(1) + row - j]);
      largest = std::max(largest, p[j]);
    }
    for (index_t j = 0; j < seen; ++j) sum += p[j] = std::exp(p[j] - largest);
    for (index_t j = 0; j < seen; ++j) p[j] /= sum;
    std::fill(p + seen, p + n, 0.0);
  }
}

}  // namespace pj
