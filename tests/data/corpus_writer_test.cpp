#include "pj/data/corpus_writer.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "pj/core/files.h"
#include "pj/data/corpus.h"
#include "testing/shards.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using pj::CorpusWriter;
using pj::Document;
using pj::testing::kBytes;
using pj::testing::TempFolder;

TEST_SUITE_BEGIN("corpus_writer");

TEST_CASE("shards follow each other in name order and hold the stream without a gap") {
  const TempFolder folder;
  const auto paths =
      pj::testing::write_numbers(folder.path(), 1000, {.frame_tokens = 64, .shard_bytes = 401});
  REQUIRE(paths.size() == 5);
  CHECK(paths[0].filename() == "tokens-00000.tok.zst");
  CHECK(pj::shards_in(folder.path()) == paths);
  std::string raw;
  for (const fs::path& path : paths) raw += pj::testing::decode_stream(pj::read_file(path));
  CHECK(raw == pj::testing::raw_bytes(pj::testing::consecutive(1000)));
}

TEST_CASE("a shard lists the documents that start in it and the sources it was made from") {
  const TempFolder folder;
  const std::string hash = pj::sha256_hex("");
  CorpusWriter writer(folder.path(), kBytes, 1, {.frame_tokens = 4, .shard_bytes = 10});
  writer.add_source("a", 10, hash);
  writer.begin_document("one");
  writer.append("0123");
  writer.begin_document("two");
  writer.append("456789");
  writer.begin_document("three");  // the shard is full: this one starts the next
  writer.add_source("b", 12, hash);
  writer.append("0123456789AB");
  writer.begin_document("nothing in it");
  const auto paths = writer.finish();

  REQUIRE(paths.size() == 3);
  const auto header = [&](std::size_t i) { return pj::ShardReader(paths[i]).read_header(); };
  CHECK(header(0).documents == std::vector<Document>{{0, "one"}, {4, "two"}});
  CHECK(header(1).documents == std::vector<Document>{{0, "three"}});
  CHECK(header(2).documents == std::vector<Document>{{2, "nothing in it"}});
  CHECK(header(0).sources == std::vector<pj::Source>{{"a", 10, hash}});
  CHECK(header(1).sources == std::vector<pj::Source>{{"b", 12, hash}});
  CHECK(header(2).sources == std::vector<pj::Source>{{"b", 12, hash}});

  const pj::Corpus corpus = pj::Corpus::open({folder.path()});
  CHECK(corpus.documents() ==
        std::vector<Document>{{0, "one"}, {4, "two"}, {10, "three"}, {22, "nothing in it"}});
  CHECK(corpus.sources() == std::vector<pj::Source>{{"a", 10, hash}, {"b", 12, hash}});
}

TEST_CASE("a folder that holds shards is refused, and stays as it was") {
  const TempFolder folder;
  const auto paths = pj::testing::write_numbers(folder.path(), 10, {});
  const std::string before = pj::read_file(paths[0]);
  CHECK_THROWS_AS(CorpusWriter(folder.path(), kBytes), pj::IoError);
  CHECK(pj::read_file(paths[0]) == before);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a writer that does not finish leaves nothing") {
  const TempFolder folder;
  const fs::path made = folder.path() / "made";
  {
    CorpusWriter writer(made, kBytes, 1, {.shard_bytes = 4});
    writer.append("0123456789");
    CHECK(pj::shards_in(made).empty());
    CHECK_FALSE(fs::is_empty(made));
  }
  CHECK_FALSE(fs::exists(made));

  pj::write_file_atomically(made / "notes.txt", "kept");
  CHECK_THROWS_AS(CorpusWriter(made, kBytes).finish(), pj::ValueError);
  CHECK(std::distance(fs::directory_iterator(made), {}) == 1);
}

TEST_CASE("tokens of the other width and beyond the vocabulary are refused") {
  const TempFolder folder;
  CorpusWriter writer(folder.path(), {pj::TokenType::u16, 5, "small", {}});
  CHECK_THROWS_WITH_AS(writer.append("bytes"), "CorpusWriter: tokens must be u16, got u8",
                       pj::ValueError);
  CHECK_THROWS_AS(writer.append(pj::testing::consecutive(6)), pj::ValueError);
}

TEST_SUITE_END();
