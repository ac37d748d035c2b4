#include "pj/data/shard_writer.h"

#include <doctest/doctest.h>

#include <string>

#include "pj/core/files.h"
#include "testing/shards.h"
#include "testing/temp_folder.h"

using pj::ShardWriter;
using pj::testing::kBytes;
using pj::testing::TempFolder;

TEST_SUITE_BEGIN("shard_writer");

TEST_CASE("a shard decodes as an ordinary zstd file to its raw tokens") {
  const TempFolder folder;
  const auto path = folder.path() / "a.tok.zst";
  const std::string raw = pj::testing::raw_bytes(pj::testing::consecutive(1000));
  ShardWriter writer(pj::testing::kNumbers, 3, 300);
  writer.append(raw.substr(0, 700));
  writer.append(raw.substr(700));
  writer.write(path);
  CHECK(pj::testing::decode_stream(pj::read_file(path)) == raw);
  const pj::ShardReader shard(path);
  CHECK(shard.frames().size() == 4);
  CHECK(shard.num_tokens() == 1000);
}

TEST_CASE("equal tokens give equal files") {
  const TempFolder folder;
  for (const char* name : {"a", "b"}) {
    ShardWriter writer(kBytes, 3);
    writer.begin_document("x");
    writer.append("the same");
    writer.write(folder.path() / name);
  }
  CHECK(pj::read_file(folder.path() / "a") == pj::read_file(folder.path() / "b"));
}

TEST_CASE("what a shard cannot hold is refused") {
  const TempFolder folder;
  const pj::CorpusInfo small = {pj::TokenType::u16, 300, "small", {}};
  CHECK_THROWS_WITH_AS(ShardWriter(small, 1).append(std::string_view("\x2c\x01", 2)),
                       "ShardWriter: tokens must be below the vocabulary's size 300, got 300",
                       pj::ValueError);
  CHECK_THROWS_AS(ShardWriter(small, 1).append("abc"), pj::ValueError);
  CHECK_THROWS_AS(ShardWriter(kBytes, 1, pj::kFrameTokens + 1), pj::ValueError);
  CHECK_THROWS_AS(ShardWriter({pj::TokenType::u8, 257, "bytes", {}}, 1), pj::ValueError);
  CHECK_THROWS_AS(ShardWriter(kBytes, 1).write(folder.path() / "empty"), pj::ValueError);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_SUITE_END();
