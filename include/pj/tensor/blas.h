#pragma once

#include <string>

#include "pj/tensor/tensor.h"

namespace pj {

/// Whether a matrix enters a product as it is stored or transposed.
enum class Op { kPlain, kTransposed };

/// Switches BLAS and LAPACK to one thread before their first call, because parallelism is ours;
/// throws Error if the library goes on using more.
void use_single_threaded_blas();

/// C = alpha op(A) op(B) + beta C on the calling thread alone; op(A) is (m, k), op(B) is (k, n),
/// and lda, ldb, ldc are the elements between stored rows. May be called from several threads at
/// once.
///
/// Throws as use_single_threaded_blas does, which it calls.
void gemm(Op op_a, Op op_b, index_t m, index_t n, index_t k, real alpha, const real* a, index_t lda,
          const real* b, index_t ldb, real beta, real* c, index_t ldc);

/// C = op(A) op(B), or C += op(A) op(B), for rank-2 tensors, spread over the threads.
///
/// Rows of C are cut into tiles of fixed size; a product with a long inner dimension and a small
/// result (a weight gradient) is cut along the inner dimension instead, and the parts are added in
/// order. Either way the bits do not depend on the number of threads. Throws ShapeError if sizes
/// differ.
void matmul_into(Tensor& c, const Tensor& a, Op op_a, const Tensor& b, Op op_b, bool accumulate);

/// The kernel family BLAS picked for this processor, such as "Haswell", and its version.
std::string blas_core();
/// How many threads a BLAS call uses now: 1 once a product has run.
int blas_threads();

}  // namespace pj
