#include "pj/position/rotary.h"

#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kPositionChunk = 64;

/// Calls f(action, b, t) for every row of a batch, the batch innermost: it shares coefficients.
template <class F>
void for_each_row(const RotaryTable<real>& table, index_t num_heads, index_t first_row,
                  index_t batch, index_t seq_len, F&& f) {
  for_each_chunk(
      seq_len,
      [&](index_t begin, index_t end) {
        RotaryAction<real> action(table, num_heads);
        for (index_t t = begin; t < end; ++t) {
          action.move_to(first_row + t);
          for (index_t b = 0; b < batch; ++b) f(action, b, t);
        }
      },
      kPositionChunk);
}

void check_length(const char* where, index_t seq_len, const RotaryTable<real>& table) {
  require<ShapeError>(seq_len <= table.num_positions(), where, ": rows must be at most the ",
                      table.num_positions(), " positions of the table, got ", seq_len);
}

}  // namespace

Rotary::Rotary(const RotarySpec& spec, index_t head_dim, index_t seq_len, index_t train_len,
               index_t first_position, index_t total_len)
    : table_(std::make_shared<const RotaryTable<real>>(
          spec, head_dim, PositionRange{seq_len, first_position, total_len}, train_len)) {}

Variable rotate(const Variable& qkv, index_t num_heads, const Rotary& rotary, index_t first_row) {
  const Shape& shape = qkv.shape();
  const index_t C = num_heads * rotary.table().head_dim();
  require<ShapeError>(shape.rank() == 3 && shape.dim(2) == 3 * C,
                      "rotate: qkv must have shape (B, T, ", 3 * C, "), got ", shape);
  const index_t B = shape.dim(0), T = shape.dim(1);
  require<ValueError>(first_row >= 0, "rotate: first row must not be negative, got ", first_row);
  check_length("rotate", first_row + T, rotary.table());
  Tensor out = Tensor::empty({B, T, 2 * C});
  const real* from = qkv.value().data();
  for_each_row(rotary.table(), num_heads, first_row, B, T, [&](auto& action, index_t b, index_t t) {
    const real* x = from + (b * T + t) * 3 * C;
    real* y = out.data() + (b * T + t) * 2 * C;
    action.apply(y, x, Side::kQuery);
    action.apply(y + C, x + C, Side::kKey);
  });
  return record("rotate", out, {qkv},
                [rotary, num_heads, first_row, B, T, C](const Tensor& dout, const GradInputs& din) {
                  Tensor* dqkv = din[0];
                  if (dqkv == nullptr) return;
                  const auto add_row = [&](auto& action, index_t b, index_t t) {
                    const real* dy = dout.data() + (b * T + t) * 2 * C;
                    real* dx = dqkv->data() + (b * T + t) * 3 * C;
                    action.add_transposed(dx, dy, Side::kQuery);
                    action.add_transposed(dx + C, dy + C, Side::kKey);
                  };
                  for_each_row(rotary.table(), num_heads, first_row, B, T, add_row);
                });
}

Tensor rotate_heads(const Tensor& x, index_t num_heads, const Rotary& rotary, Side side) {
  const index_t C = num_heads * rotary.table().head_dim();
  require<ShapeError>(x.rank() == 2 && x.dim(1) == C, "rotate_heads: x must have shape (T, ", C,
                      "), got ", x.shape());
  check_length("rotate_heads", x.dim(0), rotary.table());
  Tensor out = Tensor::empty(x.shape());
  for_each_row(rotary.table(), num_heads, 0, 1, x.dim(0), [&](auto& action, index_t, index_t t) {
    action.apply(out.data() + t * C, x.data() + t * C, side);
  });
  return out;
}

}  // namespace pj
