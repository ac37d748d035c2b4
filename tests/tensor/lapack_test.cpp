#include "pj/tensor/lapack.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "pj/core/error.h"

TEST_SUITE_BEGIN("lapack");

namespace {

pj::ColumnMatrix matrix(pj::index_t rows, const std::vector<std::vector<double>>& columns) {
  pj::ColumnMatrix x(rows, static_cast<pj::index_t>(columns.size()));
  for (std::size_t j = 0; j < columns.size(); ++j)
    std::copy(columns[j].begin(), columns[j].end(), x.column(static_cast<pj::index_t>(j)).begin());
  return x;
}

}  // namespace

TEST_CASE("least squares fits a line worked by hand, for several right sides at once") {
  // y = 1, 2, 4 at x = 0, 1, 2: slope 3/2, intercept 5/6.
  const pj::LeastSquares fit =
      pj::least_squares(matrix(3, {{0, 1, 2}, {1, 1, 1}}), matrix(3, {{1, 2, 4}, {3, 3, 3}}));
  CHECK(std::abs(fit.solution.column(0)[0] - 1.5) <= 1e-14);
  CHECK(std::abs(fit.solution.column(0)[1] - 5.0 / 6.0) <= 1e-14);
  CHECK(std::abs(fit.solution.column(1)[0]) <= 1e-14);
  CHECK(std::abs(fit.solution.column(1)[1] - 3.0) <= 1e-14);
}

TEST_CASE("singular values and condition number of a scaled rotation") {
  const std::vector<double> s = pj::singular_values(matrix(2, {{0, 3}, {-2, 0}}));
  REQUIRE(s.size() == 2);
  CHECK(std::abs(s[0] - 3.0) <= 1e-15);
  CHECK(std::abs(s[1] - 2.0) <= 1e-15);
  CHECK(std::abs(pj::condition_number(s) - 1.5) <= 1e-15);
  CHECK(std::isinf(pj::condition_number(pj::singular_values(matrix(2, {{1, 0}, {0, 0}})))));
}

TEST_CASE("twice the same column gets the solution of smallest norm") {
  const pj::LeastSquares fit = pj::least_squares(matrix(2, {{1, 1}, {1, 1}}), matrix(2, {{2, 2}}));
  CHECK(std::abs(fit.solution.column(0)[0] - 1.0) <= 1e-14);
  CHECK(std::abs(fit.solution.column(0)[1] - 1.0) <= 1e-14);
}

TEST_CASE("sizes that do not fit and numbers that are not finite are refused") {
  CHECK_THROWS_WITH_AS(pj::least_squares(pj::ColumnMatrix(2, 3), pj::ColumnMatrix(2, 1)),
                       "least_squares: A must be (M, N) with M >= N >= 1 and B (M, K), got (2, 3) "
                       "and (2, 1)",
                       pj::ShapeError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(pj::least_squares(matrix(1, {{nan}}), matrix(1, {{1}})), pj::ValueError);
}

TEST_SUITE_END();
