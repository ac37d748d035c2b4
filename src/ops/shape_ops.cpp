#include "pj/ops/shape_ops.h"

#include <utility>

#include "axis.h"
#include "rows.h"

namespace pj {
namespace {

constexpr auto kAssign = [](real& to, real from) { to = from; };
constexpr auto kAdd = [](real& to, real from) { to += from; };

/// Runs of equal length in a buffer, `stride` apart.
template <class T>
struct Runs {
  T* start;
  index_t stride;
};

/// move(to, from) for each of the `width` numbers of `rows` runs.
template <class Move>
void move_runs(Runs<real> to, Runs<const real> from, index_t rows, index_t width, Move move) {
  for_each_row(rows, width, [=](index_t row) {
    real* out = to.start + row * to.stride;
    const real* in = from.start + row * from.stride;
    for (index_t i = 0; i < width; ++i) move(out[i], in[i]);
  });
}

/// Two dimensions of a shape seen from the buffer: x is (outer, a, middle, b, inner).
struct AxisPair {
  index_t outer, a, middle, b, inner;

  AxisPair(const TensorAxis& first, const TensorAxis& second)
      : outer(first.outer), a(first.size), middle(1), b(second.size), inner(second.inner) {
    if (outer * a > 0) middle = second.outer / (outer * a);
  }
  AxisPair swapped() const {
    AxisPair pair = *this;
    std::swap(pair.a, pair.b);
    return pair;
  }
};

/// move(y, x) with x (outer, a, middle, b, inner) and y (outer, b, middle, a, inner).
template <class Move>
void move_transposed(Tensor& y, const Tensor& x, const AxisPair& s, Move move) {
  const index_t row_size = s.middle * s.a * s.inner;
  for_each_row(s.outer * s.b, row_size, [&](index_t row) {
    const index_t o = row / s.b, j = row % s.b;
    real* out = y.data() + row * row_size;
    for (index_t m = 0; m < s.middle; ++m)
      for (index_t i = 0; i < s.a; ++i, out += s.inner) {
        const real* in = x.data() + (((o * s.a + i) * s.middle + m) * s.b + j) * s.inner;
        for (index_t k = 0; k < s.inner; ++k) move(out[k], in[k]);
      }
  });
}

}  // namespace

Variable reshape(const Variable& x, const Shape& shape) {
  require<ShapeError>(shape.size() == x.shape().size(), "reshape: sizes must match, got ",
                      x.shape(), " and ", shape);
  return record("reshape", x.value().reshape(shape), {x},
                [from = x.shape()](const Tensor& dout, const GradInputs& din) {
                  din.give(0, dout.reshape(from));
                });
}

Variable transpose(const Variable& x, index_t axis_a, index_t axis_b) {
  TensorAxis first("transpose", x.shape(), axis_a), second("transpose", x.shape(), axis_b);
  if (first.at == second.at) return x;
  if (first.at > second.at) std::swap(first, second);
  const AxisPair pair(first, second);
  const Shape half = with_size(x.shape(), first.at, second.size);
  Tensor y = Tensor::empty(with_size(half, second.at, first.size));
  move_transposed(y, x.value(), pair, kAssign);
  return record("transpose", y, {x}, [pair](const Tensor& dout, const GradInputs& din) {
    if (Tensor* dx = din[0]) move_transposed(*dx, dout, pair.swapped(), kAdd);
  });
}

Variable slice(const Variable& x, index_t axis, index_t begin, index_t end) {
  const TensorAxis from("slice", x.shape(), axis);
  require<ValueError>(0 <= begin && begin <= end && end <= from.size,
                      "slice: range must lie in [0, ", from.size, "], got [", begin, ", ", end,
                      ")");
  Tensor y = Tensor::empty(with_size(x.shape(), from.at, end - begin));
  const index_t width = (end - begin) * from.inner, stride = from.size * from.inner;
  const index_t offset = begin * from.inner, rows = from.outer;
  move_runs({y.data(), width}, {x.value().data() + offset, stride}, rows, width, kAssign);
  return record("slice", y, {x}, [=](const Tensor& dout, const GradInputs& din) {
    if (Tensor* dx = din[0])
      move_runs({dx->data() + offset, stride}, {dout.data(), width}, rows, width, kAdd);
  });
}

Variable concat(const std::vector<Variable>& parts, index_t axis) {
  require<ValueError>(!parts.empty(), "concat: parts must not be empty, got 0 tensors");
  const TensorAxis first("concat", parts[0].shape(), axis);
  index_t total = 0;
  for (const Variable& part : parts) {
    const bool fits = part.shape().rank() == parts[0].shape().rank() &&
                      with_size(part.shape(), first.at, first.size) == parts[0].shape();
    require<ShapeError>(fits, "concat: sizes beside the axis must match, got ", parts[0].shape(),
                        " and ", part.shape());
    total += part.dim(first.at);
  }
  Tensor y = Tensor::empty(with_size(parts[0].shape(), first.at, total));
  const index_t stride = total * first.inner, rows = first.outer;
  std::vector<index_t> widths;
  index_t offset = 0;
  for (const Variable& part : parts) {
    const index_t width = widths.emplace_back(part.dim(first.at) * first.inner);
    move_runs({y.data() + offset, stride}, {part.value().data(), width}, rows, width, kAssign);
    offset += width;
  }
  return record("concat", y, parts, [=](const Tensor& dout, const GradInputs& din) {
    index_t at = 0;
    for (std::size_t k = 0; k < widths.size(); at += widths[k++])
      if (Tensor* dx = din[k])
        move_runs({dx->data(), widths[k]}, {dout.data() + at, stride}, rows, widths[k], kAdd);
  });
}

}  // namespace pj
