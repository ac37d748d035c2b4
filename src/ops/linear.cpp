#include "pj/ops/linear.h"

#include <algorithm>
#include <vector>

#include "pj/tensor/blas.h"
#include "rows.h"

namespace pj {
namespace {

/// x as a matrix: all dimensions but the last are rows.
Tensor as_matrix(const Tensor& x) { return x.reshape({num_rows(x), x.dim(-1)}); }

Shape with_last(const Shape& shape, index_t last) {
  std::vector<index_t> sizes(shape.sizes().begin(), shape.sizes().end());
  sizes.back() = last;
  return Shape(std::span<const index_t>(sizes));
}

void fill_rows(Tensor& y, const Tensor& bias) {
  const index_t M = bias.size();
  for_each_row(num_rows(y), M,
               [&](index_t row) { std::copy_n(bias.data(), M, y.data() + row * M); });
}

/// db += column sums of dY
void add_column_sums(Tensor& db, const Tensor& dy) {
  const index_t M = db.size();
  add_sums(db, sum_over_rows(dy.dim(0), M, [&](index_t row, double* sums) {
                 const real* from = dy.data() + row * M;
                 for (index_t m = 0; m < M; ++m) sums[m] += static_cast<double>(from[m]);
               }).data());
}

/// Matrix `at` of a stack of matrices, sharing its buffer.
struct Stack {
  index_t count, rows, columns;

  explicit Stack(const Tensor& x)
      : count(x.dim(-1) * x.dim(-2) > 0 ? x.size() / (x.dim(-1) * x.dim(-2)) : 0),
        rows(x.dim(-2)),
        columns(x.dim(-1)) {}
};

}  // namespace

Variable linear(const Variable& x, const Variable& weight, const Variable& bias) {
  const Tensor& w = weight.value();
  require<ShapeError>(w.rank() == 2, "linear: weight must have shape (M, N), got ", w.shape());
  require<ShapeError>(x.shape().rank() >= 1 && x.dim(-1) == w.dim(1),
                      "linear: last size of x must be weight's second, got ", x.shape(), " and ",
                      w.shape());
  require<ShapeError>(!bias.defined() || bias.shape() == Shape{w.dim(0)},
                      "linear: bias must have shape (", w.dim(0), "), got ", bias.shape());
  const Tensor rows = as_matrix(x.value());
  Tensor y = Tensor::empty({rows.dim(0), w.dim(0)});
  if (bias.defined()) fill_rows(y, bias.value());
  matmul_into(y, rows, Op::kPlain, w, Op::kTransposed, bias.defined());  // Y = X W^T + b
  return record("linear", y.reshape(with_last(x.shape(), w.dim(0))), {x, weight, bias},
                [rows, w](const Tensor& dout, const GradInputs& din) {
                  const Tensor dy = as_matrix(dout);
                  if (const GradSum dx = din.write(0)) {  // dX = dY W
                    Tensor view = as_matrix(*dx.tensor);
                    matmul_into(view, dy, Op::kPlain, w, Op::kPlain, !dx.fresh);
                  }
                  if (const GradSum dw = din.write(1))  // dW = dY^T X
                    matmul_into(*dw.tensor, dy, Op::kTransposed, rows, Op::kPlain, !dw.fresh);
                  if (Tensor* db = din[2]) add_column_sums(*db, dy);
                });
}

namespace {

/// Applies matmul_into to each matrix of three stacks; the inner product spreads over the threads.
void stacked_product(Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b,
                     bool accumulate) {
  const Stack sa(a), sb(b), sc(c);
  parallel_for(sc.count, [&](index_t at) {
    const index_t k = op_a == Op::kPlain ? sa.columns : sa.rows;
    gemm(op_a, op_b, sc.rows, sc.columns, k, 1, a.data() + at * sa.rows * sa.columns, sa.columns,
         b.data() + at * sb.rows * sb.columns, sb.columns, accumulate ? 1 : 0,
         c.data() + at * sc.rows * sc.columns, sc.columns);
  });
}

}  // namespace

Variable matmul(const Variable& a, const Variable& b) {
  const Shape &sa = a.shape(), &sb = b.shape();
  const bool fits = sa.rank() >= 2 && sb.rank() == sa.rank() && sa.dim(-1) == sb.dim(-2) &&
                    std::equal(sa.sizes().begin(), sa.sizes().end() - 2, sb.sizes().begin());
  require<ShapeError>(fits, "matmul: inner and leading sizes must match, got ", sa, " and ", sb);
  Tensor c = Tensor::empty(with_last(sa, sb.dim(-1)));
  const Tensor av = a.value(), bv = b.value();
  stacked_product(c, av, Op::kPlain, bv, Op::kPlain, false);  // C = A B
  return record("matmul", c, {a, b}, [av, bv](const Tensor& dout, const GradInputs& din) {
    if (const GradSum da = din.write(0))  // dA = dC B^T
      stacked_product(*da.tensor, dout, Op::kPlain, bv, Op::kTransposed, !da.fresh);
    if (const GradSum db = din.write(1))  // dB = A^T dC
      stacked_product(*db.tensor, av, Op::kTransposed, dout, Op::kPlain, !db.fresh);
  });
}

}  // namespace pj
