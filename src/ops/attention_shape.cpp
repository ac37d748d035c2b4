#include "attention_shape.h"

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
  require<ShapeError>(!lag_bias.defined() || (lag_bias.shape().rank() == 2 &&
                                              lag_bias.dim(0) == H && lag_bias.dim(1) >= s.T),
                      "causal_attention: lag_bias must have shape (", H, ", at least ", s.T,
                      "), got ", lag_bias.shape());
  return s;
}

}  // namespace pj
