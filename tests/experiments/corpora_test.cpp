#include "experiments/corpora.h"

#include <doctest/doctest.h>

#include "pj/core/files.h"
#include "pj/data/midi_writer.h"
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

TEST_CASE("the parts of MAESTRO are the pieces of its official splits, the pedal kept") {
  const pj::testing::TempFolder temp;
  const fs::path midi = temp.path() / "maestro/midi/maestro-v3.0.0";
  fs::create_directories(midi / "2004");
  std::string table = "canonical_composer,canonical_title,split,year,midi_filename,duration\n";
  const char* const splits[] = {"train", "validation", "test"};
  for (const char* split : splits) {
    const std::string file = std::string("2004/") + split + ".mid";
    table += std::string("Clara,") + split + " piece," + split + ",2004," + file + ",1\n";
    const std::vector<pj::TimedMessage> messages = {{0.0, pj::MidiKind::kControl, 0, {64, 127}},
                                                    {0.0, pj::MidiKind::kNoteOn, 0, {60, 80}},
                                                    {0.5, pj::MidiKind::kNoteOff, 0, {60, 0}}};
    pj::testing::write_plainly(midi / file, pj::write_midi(messages));
  }
  pj::testing::write_plainly(midi / "maestro-v3.0.0.csv", table);
  const pj::CorpusStore store(temp.path(), temp.path() / "packed", 4);
  REQUIRE(store.missing("maestro").empty());
  for (const char* split : splits) {
    const pj::Corpus part = store.open("maestro", split);
    std::vector<std::int32_t> tokens(static_cast<std::size_t>(part.num_tokens()));
    part.read(0, part.num_tokens(), tokens.data());
    const std::string text(tokens.begin(), tokens.end());
    CHECK(part.documents().size() == 1);
    CHECK(text.find(std::string("SPLIT=") + split) != std::string::npos);
    CHECK(text.find(".cc064.v127.") != std::string::npos);
  }
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
