#include "pj/data/corpus.h"

#include <doctest/doctest.h>

#include <thread>

#include "pj/core/files.h"
#include "pj/core/random.h"
#include "testing/shards.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using pj::Corpus;
using pj::index_t;
using pj::testing::TempFolder;
using pj::testing::write_numbers;

namespace {

/// Whether tokens [offset, offset + count) of a corpus of consecutive numbers are that range.
bool reads_range(const Corpus& corpus, index_t offset, index_t count) {
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(count), -1);
  corpus.read(offset, count, tokens.data());
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i] != offset + static_cast<index_t>(i)) return false;
  return true;
}

}  // namespace

TEST_SUITE_BEGIN("corpus");

TEST_CASE("any window over any number of shards and frames is a range") {
  const TempFolder folder;
  write_numbers(folder.path(), 1000, {.frame_tokens = 50, .shard_bytes = 360});
  const Corpus corpus = Corpus::open({folder.path()});
  REQUIRE(corpus.shards().size() == 6);
  CHECK(corpus.num_tokens() == 1000);
  CHECK(corpus.vocab() == 65536);
  CHECK(corpus.dtype() == pj::TokenType::u16);
  for (index_t offset = 0; offset <= 1000; offset += 7)
    for (const index_t count : {0, 1, 49, 50, 51, 180, 400})
      if (offset + count <= 1000) CHECK(reads_range(corpus, offset, count));
  CHECK(reads_range(corpus, 0, 1000));
  CHECK(reads_range(corpus, 999, 1));
}

TEST_CASE("tokens outside the corpus are refused") {
  const TempFolder folder;
  write_numbers(folder.path(), 100, {});
  const Corpus corpus = Corpus::open({folder.path()});
  std::int32_t token;
  CHECK_THROWS_WITH_AS(corpus.read(100, 1, &token),
                       "Corpus: tokens must lie in [0, 100), got 1 from 100", pj::ValueError);
  CHECK_THROWS_AS(corpus.read(-1, 1, &token), pj::ValueError);
  CHECK_THROWS_AS(corpus.read(1, INT64_MAX, &token), pj::ValueError);
}

TEST_CASE("one-byte tokens keep all 256 values") {
  const TempFolder folder;
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  pj::CorpusWriter writer(folder.path(), pj::testing::kBytes);
  writer.append(bytes);
  writer.finish();
  const Corpus corpus = Corpus::open({folder.path()});
  CHECK(reads_range(corpus, 0, 256));
  CHECK(corpus.sha256s() == std::vector<std::string>{pj::sha256_hex(bytes)});
}

TEST_CASE("the identity of the tokens does not depend on level or frames") {
  const TempFolder folder;
  write_numbers(folder.path() / "a", 1000, {});
  write_numbers(folder.path() / "b", 1000, {.frame_tokens = 10});
  CHECK(Corpus::open({folder.path() / "a"}).sha256s() ==
        Corpus::open({folder.path() / "b"}).sha256s());
}

TEST_CASE("the cache keeps its bound, and a corpus is readable without one") {
  const TempFolder folder;
  write_numbers(folder.path(), 5000, {.frame_tokens = 100, .shard_bytes = 2000});
  for (const index_t bound : {0, 199, 200, 1000, 100000}) {
    const Corpus corpus = Corpus::open({folder.path()}, bound);
    pj::Stream stream(1, "test");
    for (int i = 0; i < 200; ++i) {
      CHECK(reads_range(corpus, stream.below(4700), 300));
      CHECK(corpus.cached_bytes() <= bound);
    }
    if (bound >= 200) CHECK(corpus.cached_bytes() == std::min<index_t>(bound, 10000));
  }
  CHECK_THROWS_AS(Corpus::open({folder.path()}, -1), pj::ValueError);
}

TEST_CASE("many threads read the same corpus at once") {
  const TempFolder folder;
  write_numbers(folder.path(), 5000, {.frame_tokens = 100, .shard_bytes = 2000});
  const Corpus corpus = Corpus::open({folder.path()}, 1000);
  std::vector<int> num_right(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < num_right.size(); ++t)
    threads.emplace_back([&, t] {
      pj::Stream stream(t, "test");
      for (int i = 0; i < 200; ++i) num_right[t] += reads_range(corpus, stream.below(4700), 300);
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(num_right == std::vector<int>(4, 200));
}

TEST_CASE("paths are taken in the order given, a folder's shards by name, other files left out") {
  const TempFolder folder;
  const auto paths = write_numbers(folder.path(), 300, {.shard_bytes = 200});
  pj::write_file_atomically(folder.path() / "README", "no shard");
  CHECK(Corpus::open({folder.path()}).num_tokens() == 300);
  const Corpus turned = Corpus::open({paths[2], paths[0]});
  std::int32_t tokens[2];
  turned.read(99, 2, tokens);
  CHECK(tokens[0] == 299);
  CHECK(tokens[1] == 0);
}

TEST_CASE("a path without shards and shards of different tokens are refused") {
  const TempFolder folder;
  const fs::path empty = folder.path() / "empty", bytes = folder.path() / "bytes";
  fs::create_directories(empty);
  CHECK_THROWS_WITH_AS(Corpus::open({empty}),
                       (empty.string() +
                        ": folder holds no *.tok.zst files; make some with: "
                        "pjrope data pack " +
                        empty.string() + " INPUT")
                           .c_str(),
                       pj::IoError);
  CHECK_THROWS_WITH_AS(
      Corpus::open({folder.path() / "missing"}),
      ((folder.path() / "missing").string() + ": cannot open: No such file or directory").c_str(),
      pj::IoError);
  CHECK_THROWS_AS(Corpus::open({}), pj::ValueError);

  pj::CorpusWriter writer(bytes, pj::testing::kBytes);
  writer.append("text");
  writer.finish();
  write_numbers(folder.path() / "numbers", 10, {});
  CHECK_THROWS_AS(Corpus::open({bytes, folder.path() / "numbers"}), pj::ValueError);
}

TEST_SUITE_END();
