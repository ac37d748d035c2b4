#include "pj/core/error.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("error");

TEST_CASE("require throws the asked type with the joined parts") {
  CHECK_THROWS_WITH_AS(pj::require<pj::ShapeError>(false, "matmul: got ", 3, " and ", 2.5),
                       "matmul: got 3 and 2.5", pj::ShapeError);
  CHECK_NOTHROW(pj::require<pj::ShapeError>(true, "never seen"));
}

TEST_CASE("a system error is told in words") {
  CHECK(pj::system_error_text(2) == "No such file or directory");
}

TEST_SUITE_END();
