#include "pj/runner/grid.h"

#include <doctest/doctest.h>

#include "pj/core/error.h"

TEST_SUITE_BEGIN("grid");

TEST_CASE("a grid expands to every combination, the last axis fastest, each with its own id") {
  const std::vector<pj::GridPoint> points =
      pj::expand({{"sectors", {"fj,affine", "lc"}}, {"seed", {"0", "2"}}});
  REQUIRE(points.size() == 4);
  CHECK(points[0].id() == "fj_affine-seed0");
  CHECK(points[1].id() == "fj_affine-seed2");
  CHECK(points[2].id() == "lc-seed0");
  CHECK(points[1].seed() == 2);
  CHECK(points[1].text("sectors") == "fj,affine");
  CHECK(points[1].integer("seed") == 2);
  CHECK(pj::expand({})[0].id() == "all");
}

TEST_CASE("number axes come from list options") {
  const pj::Axis axis = pj::number_axis("cycles", std::vector<double>{5, 0.5});
  CHECK(axis.values == std::vector<std::string>{"5", "0.5"});
  CHECK(pj::expand({axis})[1].id() == "cycles0.5");
  CHECK_THROWS_AS(pj::number_axis("cycles", 5.0), pj::ValueError);
}

TEST_CASE("an empty axis, two tasks of one name and a wrong question are refused") {
  CHECK_THROWS_AS(pj::expand({{"a", {}}}), pj::ValueError);
  CHECK_THROWS_AS(pj::expand({{"a", {"x y", "x_y"}}}), pj::ValueError);
  const pj::GridPoint point({"a"}, {"x"});
  CHECK_THROWS_WITH_AS(point.text("b"), "GridPoint: an axis must be one of a, got 'b'",
                       pj::ValueError);
  CHECK_THROWS_AS(point.integer("a"), pj::ValueError);
}

TEST_SUITE_END();
