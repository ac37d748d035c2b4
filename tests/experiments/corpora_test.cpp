#include "experiments/corpora.h"

#include <doctest/doctest.h>

#include "pj/core/files.h"
#include "testing/plain_file.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("corpora");

TEST_CASE("a published corpus is missing until its file is there, and says how to get it") {
  const pj::testing::TempFolder temp;
  const pj::CorpusStore store(temp.path(), temp.path() / "packed", 4);
  CHECK(store.missing("tinyshakespeare") ==
        "no " + (temp.path() / "tinyshakespeare/input.txt").string() +
            "; run tools/fetch_corpora.sh --only tinyshakespeare --dir " + temp.path().string());
  CHECK(store.missing("maestro_part").ends_with("; put MIDI files there"));
  CHECK_THROWS_AS((void)store.open("tinyshakespeare"), pj::IoError);
  fs::create_directories(temp.path() / "tinyshakespeare");
  pj::testing::write_plainly(temp.path() / "tinyshakespeare/input.txt", "First Citizen:\n");
  CHECK(store.missing("tinyshakespeare").empty());
}

TEST_CASE("a corpus is packed on first use and read from its shards after it") {
  const pj::testing::TempFolder temp;
  fs::create_directories(temp.path() / "tinyshakespeare");
  const fs::path source = temp.path() / "tinyshakespeare/input.txt";
  pj::testing::write_plainly(source, "Speak, speak.");
  const pj::CorpusStore store(temp.path(), temp.path() / "packed", 4);
  CHECK(store.open("tinyshakespeare").num_tokens() == 13);
  pj::testing::write_plainly(source, "");
  const pj::Corpus again = store.open("tinyshakespeare");
  std::int32_t first = 0;
  again.read(0, 1, &first);
  CHECK(first == 'S');
}

TEST_CASE("generated music needs no file, and its control holds the same bars") {
  const pj::testing::TempFolder temp;
  const pj::CorpusStore store(temp.path(), temp.path() / "packed", 4);
  CHECK(store.missing("motif_rich").empty());
  CHECK(store.open("motif_rich").num_tokens() == store.open("motif_rich_shuffled").num_tokens());
}

TEST_CASE("an unknown corpus is refused with the nearest name") {
  CHECK_THROWS_WITH_AS(pj::find_corpus("warpiece"), doctest::Contains("did you mean 'warpeace'?"),
                       pj::UsageError);
}

TEST_SUITE_END();
