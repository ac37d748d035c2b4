#pragma once

#include <span>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// A dense matrix of doubles, column after column, as LAPACK reads it.
class ColumnMatrix {
 public:
  ColumnMatrix(index_t rows, index_t columns);

  index_t rows() const { return rows_; }
  index_t columns() const { return columns_; }
  std::span<double> column(index_t j);
  std::span<const double> column(index_t j) const;
  const std::vector<double>& values() const { return values_; }

 private:
  index_t rows_, columns_;
  std::vector<double> values_;
};

/// What least_squares finds.
struct LeastSquares {
  ColumnMatrix solution;                ///< (N, K)
  std::vector<double> singular_values;  ///< of A, the largest first
};

/// The X of smallest norm that minimises ||A X - B||, by singular values (LAPACK's dgelsd); those
/// below the largest times machine precision count as zero. In double whatever `real` is.
///
/// shapes    A (M, N), M >= N; B (M, K) -> solution (N, K)
/// throws    ShapeError if the shapes do not fit, ValueError if a number is not finite, Error if
///           the iteration does not converge
///
/// These two are the project's only calls of LAPACK; they run on the calling thread alone.
LeastSquares least_squares(const ColumnMatrix& a, const ColumnMatrix& b);

/// Singular values of A, the largest first; min(M, N) of them. Throws as least_squares does.
std::vector<double> singular_values(const ColumnMatrix& a);

/// Largest over smallest; infinite if the smallest is zero, 1 for no values.
double condition_number(std::span<const double> singular_values);

}  // namespace pj
