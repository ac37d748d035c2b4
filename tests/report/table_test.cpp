#include "pj/report/table.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("table");

namespace {

pj::Table example() {
  pj::Table table({{"method"}, {"loss", "nats/token"}, {"note"}});
  table.add({"rope", pj::Cell::fixed(2.5, 3), "2.5 ± 0.1"});
  table.add({"a|b", std::nullopt, "two\nlines"});
  table.add({"affine", pj::Cell::fixed(12.0, 3), std::nullopt});
  return table;
}

}  // namespace

TEST_CASE("the terminal form is aligned, numbers to the right, absent cells empty") {
  pj::Table table({{"method"}, {"loss", "nats"}, {"note"}});
  table.add({"rope", pj::Cell::fixed(2.5, 3), "2.5 ± 0.1"});
  table.add({"affine", pj::Cell::fixed(12.0, 3), std::nullopt});
  table.add({"x", std::nullopt, "z"});
  CHECK(table.text() ==
        "method  loss (nats)  note\n"
        "------  -----------  ---------\n"
        "rope          2.500  2.5 ± 0.1\n"
        "affine       12.000\n"
        "x                    z\n");
}

TEST_CASE("the Markdown form escapes pipes and line breaks") {
  CHECK(example().markdown() ==
        "| method | loss (nats/token) | note      |\n"
        "| ------ | ----------------: | --------- |\n"
        "| rope   |             2.500 | 2.5 ± 0.1 |\n"
        "| a\\|b   |                   | two lines |\n"
        "| affine |            12.000 |           |\n");
}

TEST_CASE("a row of another width is refused") {
  pj::Table table({{"aa"}});
  CHECK_THROWS_WITH_AS(table.add({1, 2}), "Table: a row must have 1 cells, got 2", pj::ValueError);
}

TEST_SUITE_END();
