#include "pj/data/seek_table.h"

#include <doctest/doctest.h>

#include <string>

#include "testing/shards.h"
#include "testing/temp_folder.h"

using pj::testing::write_plain;

TEST_SUITE_BEGIN("seek_table");

TEST_CASE("the bytes are those of the published format") {
  const std::string table = pj::seek_table_frame({{0x01020304, 5, 0x0A0B0C0D}});
  CHECK(table == std::string("\x5E\x2A\x4D\x18\x15\0\0\0"
                             "\x04\x03\x02\x01\x05\0\0\0\x0D\x0C\x0B\x0A"
                             "\x01\0\0\0\x80\xB1\xEA\x92\x8F",
                             29));
}

TEST_CASE("a table is found at the end of a file and must account for every byte before it") {
  const pj::testing::TempFolder folder;
  const auto path = folder.path() / "file";
  const std::string table = pj::seek_table_frame({{3, 0, 1}, {2, 9, 8}});
  write_plain(path, "12345" + table);
  const pj::SeekTable read = pj::read_seek_table(path, 5 + 41);
  REQUIRE(read.entries.size() == 2);
  CHECK(read.offset == 5);
  CHECK(read.entries[1].raw_size == 9);
  CHECK(read.entries[1].checksum == 8);

  write_plain(path, "1234" + table);
  CHECK_THROWS_WITH_AS(pj::read_seek_table(path, 4 + 41),
                       (path.string() + ": byte 4: frames before the seek table must have the 5 "
                                        "bytes it lists, got 4")
                           .c_str(),
                       pj::IoError);
}

TEST_CASE("a number of frames the file has no room for is refused, not allocated") {
  const pj::testing::TempFolder folder;
  const auto path = folder.path() / "file";
  std::string table = pj::seek_table_frame({{0, 0, 0}});
  table.replace(table.size() - 9, 4, "\xff\xff\xff\xff");
  write_plain(path, table);
  CHECK_THROWS_WITH_AS(
      pj::read_seek_table(path, 29),
      (path.string() + ": byte 20: seek table claims 4294967295 frames, too many").c_str(),
      pj::IoError);
}

TEST_SUITE_END();
