#include "pj/core/random.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using pj::Stream;

TEST_SUITE_BEGIN("random");

TEST_CASE("a stream depends on seed, name and number, and on nothing drawn elsewhere") {
  Stream first(1, "batch", 7), again(1, "batch", 7), other(1, "eval", 7);
  (void)other.bits();
  const std::uint64_t bits = first.bits();
  CHECK(bits == again.bits());
  CHECK(bits == Stream(1, "batch", 7).at(0));
  CHECK(bits != Stream(2, "batch", 7).bits());
  CHECK(bits != Stream(1, "eval", 7).bits());
  CHECK(bits != Stream(1, "batch", 8).bits());
}

TEST_CASE("the values of a stream stay the same from version to version") {
  Stream stream(0, "init");
  CHECK(stream.bits() == 6084368449540850977ULL);
}

TEST_CASE("uniform integers are even over a bound that is no power of two") {
  Stream stream(3, "test");
  std::vector<int> count(6, 0);
  const int n = 60000;
  for (int i = 0; i < n; ++i) ++count[static_cast<std::size_t>(stream.below(6))];
  double chi_square = 0;
  for (const int c : count) chi_square += std::pow(c - n / 6.0, 2) / (n / 6.0);
  CHECK(chi_square <= 20.5);  // the 99.9 % point with 5 degrees of freedom; the seed is fixed
  CHECK_THROWS_AS(stream.below(0), pj::ValueError);
}

TEST_CASE("normal numbers have the moments of a standard normal") {
  Stream stream(4, "test");
  double sum = 0, squares = 0, fourths = 0;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double x = stream.normal();
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
  }
  CHECK(std::abs(sum / n) <= 0.01);  // standard errors: 0.0022, 0.0032, 0.022
  CHECK(std::abs(squares / n - 1) <= 0.015);
  CHECK(std::abs(fourths / n - 3) <= 0.1);
}

TEST_SUITE_END();
