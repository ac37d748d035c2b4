#include "pj/core/numbers.h"

#include <doctest/doctest.h>

#include <limits>

TEST_SUITE_BEGIN("numbers");

TEST_CASE("text is the shortest that reads back, and absent values are empty") {
  CHECK(pj::to_text(0.1) == "0.1");
  CHECK(pj::to_text(0.1f) == "0.1");
  CHECK(pj::to_text(1e-8) == "1e-08");
  CHECK(pj::to_text(std::numeric_limits<double>::quiet_NaN()) == "");
  CHECK(pj::to_text(std::numeric_limits<double>::infinity()) == "");
  CHECK(pj::to_fixed(2.46149, 4) == "2.4615");
  CHECK(pj::to_significant(5.9301e12, 2) == "5.9e+12");
  CHECK(pj::to_significant(1709.4, 4) == "1709");
}

TEST_CASE("a number must be the whole text and finite") {
  CHECK(pj::parse_integer("-12") == -12);
  CHECK(pj::parse_number("3e-3") == 3e-3);
  for (const char* bad : {"", "10abc", "1e3", "nan", " 1", "1 ", "99999999999999999999"})
    CHECK_MESSAGE(!pj::parse_integer(bad), bad);
  for (const char* bad : {"", "0.1x", "nan", "inf", " 1", "1e999"})
    CHECK_MESSAGE(!pj::parse_number(bad), bad);
}

TEST_SUITE_END();
