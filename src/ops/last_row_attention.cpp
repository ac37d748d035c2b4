#include "pj/ops/last_row_attention.h"

#include <cmath>
#include <numeric>

#include "attention_shape.h"
#include "pj/ops/arithmetic.h"
#include "pj/ops/embedding.h"
#include "pj/ops/linear.h"
#include "pj/ops/shape_ops.h"
#include "pj/ops/softmax.h"

namespace pj {
namespace {

/// bias[h, T-1], ..., bias[h, 0]: the lags at which the last row sees keys 0 to T - 1.
Variable last_row_bias(const Variable& lag_bias, index_t T) {
  std::vector<std::int32_t> lags(static_cast<std::size_t>(T));
  std::iota(lags.rbegin(), lags.rend(), 0);
  return transpose(embedding(transpose(lag_bias, 0, 1), lags, {T}), 0, 1);
}

/// 1 for each key the last row sees.
Tensor seen_keys(index_t T, bool strict) {
  Tensor seen = Tensor::full({T}, 1);
  if (strict) seen.data()[T - 1] = 0;
  return seen;
}

}  // namespace

Variable last_row_attention(const Variable& q, const Variable& rows, const Variable& key_weight,
                            const Variable& value_weight, const Variable& value_bias,
                            const Variable& lag_bias, const AttentionMask& mask) {
  require<ShapeError>(rows.shape().rank() == 3, "last_row_attention: rows must be (B, T, C), got ",
                      rows.shape());
  const index_t B = rows.dim(0), T = rows.dim(1), C = rows.dim(2), H = mask.num_heads;
  require<ShapeError>(q.shape() == Shape{B, 1, C} && H >= 1 && C % H == 0,
                      "last_row_attention: q must be (", B, ", 1, ", C, ") and divide into ", H,
                      " heads, got ", q.shape());
  const index_t D = C / H;
  check_lag_bias("last_row_attention", lag_bias, {B, T, H, D, mask.strict});
  const Variable heads = transpose(reshape(q, {B, H, D}), 0, 1);
  const Variable sought = scale(matmul(heads, reshape(key_weight, {H, D, C})),
                                1 / std::sqrt(static_cast<double>(D)));  // (H, B, C)
  const Variable by_key = matmul(rows, transpose(transpose(sought, 0, 1), 1, 2));
  Variable scores = transpose(by_key, 1, 2);  // (B, H, T)
  if (lag_bias.defined()) scores = add(scores, last_row_bias(lag_bias, T));
  const Variable gathered = matmul(softmax(scores, seen_keys(T, mask.strict)), rows);
  const Variable out =
      matmul(transpose(gathered, 0, 1), transpose(reshape(value_weight, {H, D, C}), 1, 2));
  return add(reshape(transpose(out, 0, 1), {B, 1, C}), value_bias);
}

}  // namespace pj
