#include "pj/tensor/blas.h"

#include <cblas.h>

#include <algorithm>

#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kRowTile = 128;
constexpr index_t kInnerTile = 512;

CBLAS_TRANSPOSE to_cblas(Op op) { return op == Op::kPlain ? CblasNoTrans : CblasTrans; }

struct Product {
  index_t m, n, k;
};

Product check_product(const Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b) {
  const auto bad = [&] {
    return message("matmul: inner sizes must match, got ", a.shape(),
                   op_a == Op::kTransposed ? " transposed" : "", " and ", b.shape(),
                   op_b == Op::kTransposed ? " transposed" : "", " into ", c.shape());
  };
  if (a.rank() != 2 || b.rank() != 2 || c.rank() != 2) throw ShapeError(bad());
  const bool flip_a = op_a == Op::kTransposed, flip_b = op_b == Op::kTransposed;
  const Product p{a.dim(flip_a ? 1 : 0), b.dim(flip_b ? 0 : 1), a.dim(flip_a ? 0 : 1)};
  if (b.dim(flip_b ? 1 : 0) != p.k || c.dim(0) != p.m || c.dim(1) != p.n) throw ShapeError(bad());
  return p;
}

/// Where row (or, transposed, column) `at` of op(A) begins in A's storage.
const real* row_of(const Tensor& a, Op op, index_t at) {
  return a.data() + (op == Op::kPlain ? at * a.dim(1) : at);
}

void multiply_by_rows(Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b, Product p,
                      real beta) {
  for_each_chunk(
      p.m,
      [&](index_t begin, index_t end) {
        gemm(op_a, op_b, end - begin, p.n, p.k, 1, row_of(a, op_a, begin), a.dim(1), b.data(),
             b.dim(1), beta, c.data() + begin * p.n, p.n);
      },
      kRowTile);
}

void multiply_by_inner(Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b, Product p,
                       bool accumulate) {
  const index_t parts = num_chunks(p.k, kInnerTile), size = p.m * p.n;
  Tensor partial = Tensor::empty({parts, p.m, p.n});
  const Op column_of_a = op_a == Op::kPlain ? Op::kTransposed : Op::kPlain;
  for_each_chunk(
      p.k,
      [&](index_t begin, index_t end) {
        gemm(op_a, op_b, p.m, p.n, end - begin, 1, row_of(a, column_of_a, begin), a.dim(1),
             row_of(b, op_b, begin), b.dim(1), 0, partial.data() + begin / kInnerTile * size, p.n);
      },
      kInnerTile);
  for_each_chunk(
      size,
      [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) {
          double sum = accumulate ? static_cast<double>(c.data()[i]) : 0.0;
          for (index_t part = 0; part < parts; ++part)
            sum += static_cast<double>(partial.data()[part * size + i]);
          c.data()[i] = static_cast<real>(sum);
        }
      },
      4096);
}

}  // namespace

void use_single_threaded_blas() {
  [[maybe_unused]] static const bool checked = [] {
    openblas_set_num_threads(1);
    require<Error>(openblas_get_num_threads() == 1, "BLAS: must use one thread, got ",
                   openblas_get_num_threads(), "; set OPENBLAS_NUM_THREADS=1");
    return true;
  }();
  keep_libraries_serial();
}

namespace {

blasint as_int(index_t value) { return static_cast<blasint>(value); }

/// A product of one row, c = alpha a op(B) + beta c, without the packing of B that a matrix product
/// would spend more time on than on the product.
void multiply_row(Op op_b, index_t n, index_t k, real alpha, const real* a, index_t stride_a,
                  const real* b, index_t ldb, real beta, real* c) {
#if defined(PJ_REAL_DOUBLE)
  constexpr auto product = cblas_dgemv;
#else
  constexpr auto product = cblas_sgemv;
#endif
  if (beta == 0) std::fill_n(c, n, real{0});            // BLAS may scale what is there, NaN and all
  const bool stored_as_rows = op_b == Op::kTransposed;  // B is stored (n, k) then, else (k, n)
  product(CblasRowMajor, stored_as_rows ? CblasNoTrans : CblasTrans, as_int(stored_as_rows ? n : k),
          as_int(stored_as_rows ? k : n), alpha, b, as_int(ldb), a, as_int(stride_a), beta, c, 1);
}

}  // namespace

void gemm(Op op_a, Op op_b, index_t m, index_t n, index_t k, real alpha, const real* a, index_t lda,
          const real* b, index_t ldb, real beta, real* c, index_t ldc) {
  use_single_threaded_blas();
  if (m == 1) {
    multiply_row(op_b, n, k, alpha, a, op_a == Op::kPlain ? 1 : lda, b, ldb, beta, c);
    return;
  }
#if defined(PJ_REAL_DOUBLE)
  constexpr auto product = cblas_dgemm;
#else
  constexpr auto product = cblas_sgemm;
#endif
  product(CblasRowMajor, to_cblas(op_a), to_cblas(op_b), as_int(m), as_int(n), as_int(k), alpha, a,
          as_int(lda), b, as_int(ldb), beta, c, as_int(ldc));
}

void matmul_into(Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b, bool accumulate) {
  const Product p = check_product(c, a, op_a, b, op_b);
  if (p.m == 0 || p.n == 0) return;
  if (p.k > 2 * kInnerTile && p.k > 4 * p.m)
    multiply_by_inner(c, a, op_a, b, op_b, p, accumulate);
  else
    multiply_by_rows(c, a, op_a, b, op_b, p, accumulate ? 1 : 0);
}

std::string blas_core() {
  return message(openblas_get_corename(), " (", openblas_get_config(), ")");
}

int blas_threads() { return openblas_get_num_threads(); }

}  // namespace pj
