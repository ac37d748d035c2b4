#include "pj/data/metadata_table.h"

#include <doctest/doctest.h>

using pj::MetadataTable;

TEST_SUITE_BEGIN("metadata_table");

TEST_CASE("quoted fields hold commas, quotes and line ends") {
  const MetadataTable table("\xEF\xBB\xBFname,text\r\n1,\"a, \"\"b\"\"\nc\"\r\n\r\n2,\n3", "t.csv");
  REQUIRE(table.num_rows() == 3);
  CHECK(table.cell(0, "text") == "a, \"b\"\nc");
  CHECK(table.cell(0, "name") == "1");
  CHECK(table.cell(1, "text").empty());
  CHECK(table.cell(2, "name") == "3");
  CHECK(table.cell(2, "text").empty());
  CHECK(table.cell(2, "other").empty());
  CHECK(table.has_column("text"));
  CHECK_FALSE(table.has_column("other"));
}

TEST_CASE("text after a closing quote stays in its field") {
  const MetadataTable table("a,b\n\"x\"y\"z\",2\n", "t.csv");
  REQUIRE(table.num_rows() == 1);
  CHECK(table.cell(0, "a") == "xy\"z\"");
  CHECK(table.cell(0, "b") == "2");
}

TEST_CASE("a table that cannot be one is refused with its path") {
  CHECK_THROWS_WITH_AS(MetadataTable("", "t.csv"),
                       "t.csv: a table must have a line of column names, got none", pj::ValueError);
  CHECK_THROWS_WITH_AS(MetadataTable("a,b,a\n", "t.csv"),
                       "t.csv: column names must differ, got a twice", pj::ValueError);
  CHECK_THROWS_WITH_AS(MetadataTable("a\n\"open", "t.csv"),
                       "t.csv: a quoted field must end with a quote, got the end of the file after "
                       "\"open\"",
                       pj::ValueError);
}

TEST_SUITE_END();
