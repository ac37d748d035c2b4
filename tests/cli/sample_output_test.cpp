#include "cli/sample_output.h"

#include <doctest/doctest.h>

#include "pj/core/random.h"
#include "pj/data/pack.h"
#include "testing/plain_file.h"
#include "testing/temp_folder.h"

using namespace pj;
using pj::testing::TempFolder;

namespace {

TokenForm form_of(const char* name) { return {find_tokenizer(name)}; }

std::vector<std::int32_t> bytes_of(std::string_view text) {
  std::vector<std::int32_t> tokens;
  for (const char c : text) tokens.push_back(static_cast<unsigned char>(c));
  return tokens;
}

}  // namespace

TEST_SUITE_BEGIN("sample_output");

TEST_CASE("one sample has the file's name, several have a number before the extension") {
  const TempFolder folder;
  CHECK(new_sample_files(folder.path() / "x.y.mid", 1).front() == folder.path() / "x.y.mid");
  const auto files = new_sample_files(folder.path() / "x.y.mid", 2);
  REQUIRE(files.size() == 2);
  CHECK(files[0].filename() == "x.y-1.mid");
  CHECK(files[1].filename() == "x.y-2.mid");
  CHECK(new_sample_files("plain", 2)[1] == "plain-2");
  pj::testing::write_plainly(files[1], "");
  CHECK_THROWS_AS(new_sample_files(folder.path() / "x.y.mid", 2), IoError);
  CHECK(new_sample_files(folder.path() / "x.y.mid", 1).size() == 1);
}

TEST_CASE("files hold raw tokens, two bytes each where a byte is too little") {
  CHECK(sample_bytes(bytes_of("a\xFF\x1B"), form_of("bytes"), false).bytes == "a\xFF\x1B");
  const std::vector<std::int32_t> events = {60, 355};
  CHECK(sample_bytes(events, form_of("midi-events"), false).bytes ==
        std::string("\x3C\x00\x63\x01", 4));
}

TEST_CASE(
    "standard output shows bytes as they are, or safe for a terminal, and other tokens as "
    "numbers") {
  const std::vector<std::int32_t> tokens = bytes_of("a\x1B[2J");
  CHECK(sample_text(tokens, form_of("bytes"), false) == "a\x1B[2J");
  CHECK(sample_text(tokens, form_of("bytes"), true) == "a\\x1B[2J\n");
  CHECK(sample_text(std::vector<std::int32_t>{60, 355}, form_of("midi-events"), true) ==
        "60 355\n");
}

TEST_CASE("event text becomes a MIDI file at the grid of the corpus, with broken words counted") {
  TokenForm form = form_of("midi-text");
  form.midi_text.grid_ms = 50;
  const std::string text = "PIECE=0001|d000.on060.v064.c0 d010.off060.c0 d00";
  const SampleBytes sample = sample_bytes(bytes_of(text), form, true);
  CHECK(sample.num_messages == 2);
  CHECK(sample.num_ignored == 1);
  const MidiFile file = parse_midi(sample.bytes, true);
  CHECK(encode_midi_text(file, form.midi_text).events == "d000.on060.v064.c0 d010.off060.c0");
  CHECK(encode_midi_text(file).events == "d000.on060.v064.c0 d025.off060.c0");
}

TEST_CASE("any tokens become a MIDI file that a strict reader takes") {
  Stream stream(5, "tokens");
  for (const char* name : {"midi-text", "midi-events"}) {
    CAPTURE(name);
    const TokenForm form = form_of(name);
    std::vector<std::int32_t> tokens;
    for (int i = 0; i < 3000; ++i)
      tokens.push_back(static_cast<std::int32_t>(stream.below(form.tokenizer.vocab)));
    CHECK(parse_midi(sample_bytes(tokens, form, true).bytes, true).warnings.empty());
    CHECK(parse_midi(sample_bytes({}, form, true).bytes, true).events.empty());
  }
}

TEST_SUITE_END();
