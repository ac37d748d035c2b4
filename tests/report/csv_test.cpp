#include "pj/report/csv.h"

#include <doctest/doctest.h>

#include <limits>

#include "pj/core/files.h"
#include "testing/temp_folder.h"

using pj::Cell;
using pj::CsvLog;
using pj::Row;

TEST_SUITE_BEGIN("csv");

TEST_CASE("numbers are shortest, absent and non-finite cells are empty") {
  CHECK(pj::csv_line({1, 0.1, 0.1f, std::nullopt, std::numeric_limits<double>::quiet_NaN(), "x",
                      std::optional<double>()}) == "1,0.1,0.1,,,x,\n");
}

TEST_CASE("what needs quotes comes back as it was") {
  const Row row = {"a,b", "say \"no\"", "two\nlines", "\r", "", Cell(), "plain"};
  CHECK(pj::csv_line({"a,b", "say \"no\"", ""}) == "\"a,b\",\"say \"\"no\"\"\",\"\"\n");
  const pj::CsvTable table = pj::parse_csv("c1,c2,c3,c4,c5,c6,c7\n" + pj::csv_line(row), "test");
  REQUIRE(table.rows.size() == 1);
  for (std::size_t c = 0; c < row.size(); ++c) CHECK(table.rows[0][c].text() == row[c].text());
}

TEST_CASE("CRLF and a missing last newline are read") {
  const pj::CsvTable table = pj::parse_csv("a,b\r\n1,\"x\"\r\n2,", "test");
  CHECK(table.columns == std::vector<std::string>{"a", "b"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][1].text() == "x");
  CHECK(table.rows[1][0].number() == 2.0);
  CHECK_FALSE(table.rows[1][1].number().has_value());
}

TEST_CASE("what RFC 4180 does not allow is refused with its line") {
  CHECK_THROWS_WITH_AS(pj::parse_csv("a,b\n1,2\n3\n", "f"),
                       "f: line 3: a row must have 2 cells, got 1", pj::IoError);
  CHECK_THROWS_WITH_AS(pj::parse_csv("a\nx\"y\n", "f"), "f: line 2: a quote must begin its cell",
                       pj::IoError);
  CHECK_THROWS_WITH_AS(pj::parse_csv("a\n\"x\"y\n", "f"),
                       "f: line 2: a closing quote must end its cell", pj::IoError);
  CHECK_THROWS_WITH_AS(pj::parse_csv("a\n\"x\n", "f"), "f: line 3: a quoted cell must be closed",
                       pj::IoError);
  CHECK_THROWS_WITH_AS(pj::parse_csv("a\rb\n", "f"), "f: line 1: a row must end with a newline",
                       pj::IoError);
}

TEST_CASE("a text is no number, and an unknown column is named") {
  const pj::CsvTable table = pj::parse_csv("step,loss\n1,high\n", "f");
  CHECK_THROWS_WITH_AS(table.rows[0][1].number(), "cell: must be a number, got 'high'",
                       pj::ValueError);
  CHECK(table.place("loss") == 1);
  CHECK_THROWS_WITH_AS(table.place("los"),
                       "CsvTable: a column must be one of step, loss, got 'los'", pj::ValueError);
}

TEST_CASE("a log has one header, and each row is in the file when append returns") {
  const pj::testing::TempFolder folder;
  const auto path = folder.path() / "new" / "train.csv";
  CsvLog log(path, {{"step"}, {"loss", "nats/token"}});
  log.append({1, 2.5});
  CHECK(pj::read_file(path) == "step,loss\n1,2.5\n");
  log.append({2, std::nullopt});
  CHECK(pj::read_file(path) == "step,loss\n1,2.5\n2,\n");
  CHECK_THROWS_AS(log.append({3}), pj::ValueError);
}

TEST_CASE("resuming drops half a row and the rows after the step, and keeps one header") {
  const pj::testing::TempFolder folder;
  const auto path = folder.path() / "train.csv";
  const std::vector<pj::Column> columns = {{"step"}, {"loss"}, {"note"}};
  pj::write_file_atomically(path, "step,loss,note\n1,2.5,\"a\nb\"\n2,2.25,\n3,2.125,\n4,1.0");
  CsvLog log = CsvLog::resume(path, columns, "step", 2);
  log.append({3, 2, "again"});
  CHECK(pj::read_file(path) == "step,loss,note\n1,2.5,\"a\nb\"\n2,2.25,\n3,2,again\n");
}

TEST_CASE("resuming begins where nothing is there yet, and refuses another header") {
  const pj::testing::TempFolder folder;
  const auto path = folder.path() / "train.csv";
  CsvLog::resume(path, {{"step"}}, "step", 5);
  CHECK(pj::read_file(path) == "step\n");
  pj::write_file_atomically(path, "ste");
  CsvLog::resume(path, {{"step"}}, "step", 5);
  CHECK(pj::read_file(path) == "step\n");
  CHECK_THROWS_AS(CsvLog::resume(path, {{"step"}, {"loss"}}, "step", 5), pj::IoError);
}

TEST_SUITE_END();
