#include "experiments/similarity_search.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/random.h"

TEST_SUITE_BEGIN("similarity_search");

namespace {

pj::Tensor random_rows(pj::index_t rows, pj::index_t width) {
  pj::Stream stream(3, "rows");
  pj::Tensor x = pj::Tensor::empty({rows, width});
  for (pj::real& value : x.values()) value = static_cast<pj::real>(stream.normal());
  return x;
}

double square(const pj::Tensor& rows, pj::index_t a, pj::index_t b) {
  double sum = 0;
  for (pj::index_t k = 0; k < rows.dim(1); ++k) {
    const double d = static_cast<double>(rows.data()[a * rows.dim(1) + k]) -
                     static_cast<double>(rows.data()[b * rows.dim(1) + k]);
    sum += d * d;
  }
  return sum;
}

}  // namespace

TEST_CASE("a row of unit length finds itself, and the next best is another") {
  pj::Tensor rows = random_rows(50, 6);
  pj::normalise_rows(rows);
  for (const pj::SelfSearch& found : pj::search_rows(rows, {7}))
    CHECK((found.best == 7 && found.ties == 1 && found.other_score < found.own_score));
}

TEST_CASE("of equal rows the first is found and all are ties") {
  pj::Tensor rows = random_rows(40, 4);
  pj::normalise_rows(rows);
  for (pj::index_t k = 0; k < 4; ++k) rows.data()[30 * 4 + k] = rows.data()[12 * 4 + k];
  const auto found = pj::search_rows(rows, {30, 12});
  CHECK(found[0].best == 12);
  CHECK(found[0].ties == 2);
  CHECK(found[1].best == 12);
  CHECK(found[1].other_score == found[1].own_score);
}

TEST_CASE("the nearest other row is the one a plain search finds, across tiles") {
  const pj::Tensor rows = random_rows(2500, 5);
  const pj::index_t begin = 100, end = 2400;
  const std::vector<pj::index_t> queries = {100, 1123, 1124, 2399};
  const auto found = pj::nearest_rows(rows, begin, end, queries);
  for (std::size_t q = 0; q < queries.size(); ++q) {
    pj::index_t best = queries[q] == begin ? begin + 1 : begin;
    for (pj::index_t i = begin; i < end; ++i)
      if (i != queries[q] && square(rows, queries[q], i) < square(rows, queries[q], best)) best = i;
    CHECK(found[q].row == best);
    CHECK(std::abs(found[q].distance - std::sqrt(square(rows, queries[q], best))) <= 1e-5);
  }
}

TEST_CASE("rivals are the rows that a float's expanded distance cannot tell from the nearest") {
  pj::Tensor rows = random_rows(50, 3);
  CHECK(pj::mean_rivals(rows, 0, 50, {7}, pj::nearest_rows(rows, 0, 50, {7})) == 0.0);
  for (const pj::index_t copy : {20, 30, 40})
    for (pj::index_t k = 0; k < 3; ++k) rows.data()[copy * 3 + k] = rows.data()[7 * 3 + k];
  const auto nearest = pj::nearest_rows(rows, 0, 50, {7});
  CHECK(nearest[0].row == 20);
  CHECK(pj::mean_rivals(rows, 0, 50, {7}, nearest) == 2.0);
}

TEST_CASE("a range of one row has no other") {
  CHECK_THROWS_AS(pj::nearest_rows(random_rows(3, 2), 1, 2, {1}), pj::ValueError);
}

TEST_SUITE_END();
