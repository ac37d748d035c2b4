#include "attention_shape.h"

#include <algorithm>

namespace pj {
namespace {

void check_columns(const char* name, const Columns& x, const Columns& q) {
  const Shape &shape = x.source.shape(), &of_q = q.source.shape();
  require<ShapeError>(shape.rank() == 3, "causal_attention: ", name,
                      " must have shape (B, T, W), got ", shape);
  require<ShapeError>(
      shape.dim(0) == of_q.dim(0) && shape.dim(1) == of_q.dim(1) && x.width == q.width,
      "causal_attention: q and ", name, " must agree in batch, length and width, got ", of_q,
      " with ", q.width, " columns and ", shape, " with ", x.width);
  require<ShapeError>(x.begin >= 0 && x.begin + x.width <= shape.dim(2), "causal_attention: ", name,
                      " must lie inside ", shape, ", got columns ", x.begin, " to ",
                      x.begin + x.width);
}

}  // namespace

AttentionShape attention_shape(const Columns& q, const Columns& k, const Columns& v,
                               const Variable& lag_bias, const AttentionMask& mask) {
  check_columns("q", q, q);
  check_columns("k", k, q);
  check_columns("v", v, q);
  const index_t H = mask.num_heads;
  require<ShapeError>(H >= 1 && q.width % H == 0,
                      "causal_attention: width must divide into heads, got width ", q.width,
                      " and ", H, " heads");
  const AttentionShape s{q.source.dim(0), q.source.dim(1), H, q.width / H, mask.strict};
  check_lag_bias("causal_attention", lag_bias, s);
  return s;
}

void check_lag_bias(const char* op, const Variable& lag_bias, const AttentionShape& s) {
  require<ShapeError>(
      !lag_bias.defined() ||
          (lag_bias.shape().rank() == 2 && lag_bias.dim(0) == s.H && lag_bias.dim(1) >= s.T),
      op, ": lag_bias must have shape (", s.H, ", at least ", s.T, "), got ", lag_bias.shape());
}

Tensor reverse_lags(const Variable& lag_bias, const AttentionShape& s) {
  if (!lag_bias.defined()) return {};
  Tensor reversed = Tensor::empty({s.H, s.T});
  for (index_t h = 0; h < s.H; ++h) {
    const real* from = lag_bias.value().data() + h * lag_bias.dim(1);
    std::reverse_copy(from, from + s.T, reversed.data() + h * s.T);
  }
  return reversed;
}

void add_lag_gradient(Tensor& dlag_bias, const Scratch<double>& dbias, const AttentionShape& s) {
  for (index_t h = 0; h < s.H; ++h)
    for (index_t d = 0; d < s.T; ++d) {
      double sum = 0;
      for (index_t b = 0; b < s.B; ++b) sum += dbias[(b * s.H + h) * s.T + d];
      dlag_bias.data()[h * dlag_bias.dim(1) + d] += static_cast<real>(sum);
    }
}

}  // namespace pj
