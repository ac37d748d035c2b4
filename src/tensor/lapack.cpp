#include "pj/tensor/lapack.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pj/tensor/blas.h"

extern "C" {
void dgelsd_(const int* m, const int* n, const int* nrhs, double* a, const int* lda, double* b,
             const int* ldb, double* s, const double* rcond, int* rank, double* work,
             const int* lwork, int* iwork, int* info);
void dgesdd_(const char* jobz, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork,
             int* iwork, int* info);
}

namespace pj {
namespace {

constexpr int kAskSize = -1;  // LAPACK then only says how much work space it wants

int as_int(index_t size) {
  require<ValueError>(size <= std::numeric_limits<int>::max(),
                      "lapack: sizes must fit an int, got ", size);
  return static_cast<int>(size);
}

void check_finite(const char* where, const ColumnMatrix& matrix) {
  for (const double value : matrix.values())
    require<ValueError>(std::isfinite(value), where, ": numbers must be finite, got ", value);
}

void check_info(const char* where, int info) {
  require<Error>(info == 0, where, ": LAPACK must converge, got info ", info);
}

}  // namespace

ColumnMatrix::ColumnMatrix(index_t rows, index_t columns)
    : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows * columns), 0.0) {}

std::span<double> ColumnMatrix::column(index_t j) {
  return std::span(values_).subspan(static_cast<std::size_t>(j * rows_),
                                    static_cast<std::size_t>(rows_));
}

std::span<const double> ColumnMatrix::column(index_t j) const {
  return std::span(values_).subspan(static_cast<std::size_t>(j * rows_),
                                    static_cast<std::size_t>(rows_));
}

LeastSquares least_squares(const ColumnMatrix& a, const ColumnMatrix& b) {
  require<ShapeError>(a.rows() == b.rows() && a.rows() >= a.columns() && a.columns() >= 1,
                      "least_squares: A must be (M, N) with M >= N >= 1 and B (M, K), got (",
                      a.rows(), ", ", a.columns(), ") and (", b.rows(), ", ", b.columns(), ")");
  check_finite("least_squares", a);
  check_finite("least_squares", b);
  use_single_threaded_blas();
  const int m = as_int(a.rows()), n = as_int(a.columns()), k = as_int(b.columns());
  std::vector<double> scratch_a = a.values(), x = b.values();
  LeastSquares result{ColumnMatrix(n, k), std::vector<double>(static_cast<std::size_t>(n))};
  const double rcond = std::numeric_limits<double>::epsilon();
  double wanted = 0.0;
  int wanted_integers = 0, rank = 0, info = 0;
  dgelsd_(&m, &n, &k, scratch_a.data(), &m, x.data(), &m, result.singular_values.data(), &rcond,
          &rank, &wanted, &kAskSize, &wanted_integers, &info);
  check_info("least_squares", info);
  std::vector<double> work(static_cast<std::size_t>(wanted));
  std::vector<int> integers(static_cast<std::size_t>(std::max(1, wanted_integers)));
  const int work_size = as_int(static_cast<index_t>(work.size()));
  dgelsd_(&m, &n, &k, scratch_a.data(), &m, x.data(), &m, result.singular_values.data(), &rcond,
          &rank, work.data(), &work_size, integers.data(), &info);
  check_info("least_squares", info);
  for (index_t j = 0; j < k; ++j)
    std::copy_n(x.begin() + j * m, n, result.solution.column(j).begin());
  return result;
}

std::vector<double> singular_values(const ColumnMatrix& a) {
  check_finite("singular_values", a);
  use_single_threaded_blas();
  const int m = as_int(a.rows()), n = as_int(a.columns()), one = 1;
  std::vector<double> scratch = a.values();
  std::vector<double> s(static_cast<std::size_t>(std::min(m, n)));
  if (s.empty()) return s;
  std::vector<int> integers(8 * s.size());
  double wanted = 0.0, unused = 0.0;
  int info = 0;
  dgesdd_("N", &m, &n, scratch.data(), &m, s.data(), &unused, &one, &unused, &one, &wanted,
          &kAskSize, integers.data(), &info);
  check_info("singular_values", info);
  std::vector<double> work(static_cast<std::size_t>(wanted));
  const int work_size = as_int(static_cast<index_t>(work.size()));
  dgesdd_("N", &m, &n, scratch.data(), &m, s.data(), &unused, &one, &unused, &one, work.data(),
          &work_size, integers.data(), &info);
  check_info("singular_values", info);
  return s;
}

double condition_number(std::span<const double> singular_values) {
  if (singular_values.empty()) return 1.0;
  return singular_values.back() > 0 ? singular_values.front() / singular_values.back()
                                    : std::numeric_limits<double>::infinity();
}

}  // namespace pj
