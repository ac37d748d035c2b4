#include "pj/data/midi_text.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/data/sha256.h"
#include "pj/data/tempo_clock.h"
#include "testing/midi_bytes.h"
#include "testing/real_data.h"

namespace fs = std::filesystem;
using nlohmann::json;
using pj::MidiFile;
using pj::MidiKind;
using pj::MidiText;
using pj::testing::from_hex;

namespace {

void check_reading(const std::string& bytes, const json& expected, bool strict) {
  if (!expected.contains("error")) {
    const MidiFile file = pj::parse_midi(bytes, strict);
    const MidiText text = pj::encode_midi_text(file);
    CHECK(text.events == expected["tokens"]);
    if (!strict)
      CHECK(static_cast<int>(file.warnings.size()) + text.num_clamped + text.cut ==
            expected.value("warnings", 0));
    return;
  }
  try {
    pj::parse_midi(bytes, strict);
    FAIL("the file was read");
  } catch (const pj::MidiError& error) {
    if (expected.contains("offset")) CHECK(error.offset == expected["offset"]);
    CHECK(error.reason.find(expected.value("mentions", "")) != std::string::npos);
  }
}

/// Compares counts and hash of one file's event text with a row of golden values.
void check_row(const fs::path& path, const json& row, bool controls, bool programs) {
  const MidiFile file = pj::parse_midi(pj::read_file(path));
  const MidiText text = pj::encode_midi_text(file, {.controls = controls, .programs = programs});
  CHECK(file.format == row["type"]);
  CHECK(file.num_tracks == row["tracks"]);
  CHECK(text.num_events == row["events"]);
  CHECK(pj::sha256_hex(text.events) == row["sha256"]);
  if (row.contains("seconds"))
    CHECK(std::abs(pj::midi_seconds(file) - row["seconds"].get<double>()) <= 1e-6);
  if (row.contains("division")) CHECK(file.ticks_per_quarter == row["division"]);
}

}  // namespace

TEST_SUITE_BEGIN("midi_text");

TEST_CASE("one quirk at a time, tolerant and strict readings give what they must") {
  const json golden = pj::testing::golden_json("midi_cases.json");
  for (const json& c : golden["cases"]) {
    CAPTURE(c["id"].get<std::string>());
    CAPTURE(c["what"].get<std::string>());
    check_reading(from_hex(c["hex"]), c["tolerant"], false);
    check_reading(from_hex(c["hex"]), c["strict"], true);
  }
}

TEST_CASE("conformance files give the event text of an independent reader") {
  const json golden = pj::testing::golden_json("midi_conformance.json");
  if (!fs::exists(pj::testing::real_midi_path("conformance"))) {
    MESSAGE("skipped: no conformance files");
    return;
  }
  for (const json& row : golden["rows"]) {
    CAPTURE(row["file"].get<std::string>());
    check_row(pj::testing::real_midi_path("conformance") / row["file"], row, true, true);
  }
}

TEST_CASE("whole pieces give the event text of an independent reader, byte for byte") {
  int skipped = 0;
  const json golden = pj::testing::golden_json("midi_events.json");
  for (const json& row : golden["rows"]) {
    const std::string name = row["file"];
    CAPTURE(name);
    const fs::path path = pj::testing::real_midi_path(name);
    if (fs::exists(path))
      check_row(path, row, row["controls"], row["programs"]);
    else
      ++skipped;
  }
  if (skipped > 0) MESSAGE("skipped for want of their files: ", skipped);
}

TEST_CASE("exact timing keeps what message-by-message rounding loses") {
  std::string events = "00903c40";
  for (int i = 0; i < 10; ++i) events += "09b00740";
  const MidiFile file =
      pj::parse_midi(pj::testing::midi_header() + pj::testing::midi_track(events + "00803c40"));
  CHECK(pj::encode_midi_text(file).events == "d000.on060.v064.c0 d000.off060.c0");
  CHECK(pj::encode_midi_text(file, {.timing = pj::MidiTiming::kExact}).events ==
        "d000.on060.v064.c0 d004.off060.c0");
  CHECK(pj::encode_midi_text(file, {.grid_ms = 10, .timing = pj::MidiTiming::kExact}).events ==
        "d000.on060.v064.c0 d009.off060.c0");
  CHECK_THROWS_WITH_AS(pj::encode_midi_text(file, {.grid_ms = 0}),
                       "midi-text: grid must be between 1 and 1000 ms, got 0", pj::ValueError);
}

TEST_CASE("a header keeps plain characters and replaces each of the others once") {
  CHECK(pj::midi_header_field("COMPOSER",
                              "Fr\xC3\xA9"
                              "d\xC3\xA9ric \"C\"|\n") == "COMPOSER=Fr_d_ric__C___|");
  CHECK(pj::midi_header_field("TITLE", "Op. 9, No. 1: (a+b)/c-d") ==
        "TITLE=Op._9,_No._1:_(a+b)/c-d|");
  CHECK(pj::midi_header_field("T", std::string(200, 'x')) == "T=" + std::string(80, 'x') + "|");
}

TEST_CASE("decoded text plays what was encoded, and encodes to the same text") {
  const std::string text =
      "d000.pg005.c3 d001.on060.v064.c3 d002.cc064.v127.c3 d999.off060.c3 d000.on000.v001.c15 "
      "d001.off000.c15";
  const pj::DecodedMidiText decoded = pj::decode_midi_text("PIECE=0001|TITLE=a_b|" + text);
  CHECK(decoded.num_ignored == 0);
  CHECK(decoded.messages.size() == 6);
  CHECK(std::abs(decoded.messages[3].seconds - 1002 * 0.02) <= 1e-9);
  const MidiFile file = pj::parse_midi(pj::write_midi(decoded.messages), true);
  CHECK(pj::encode_midi_text(file, {.controls = true, .programs = true}).events == text);
}

TEST_CASE("decoding ignores what is no event and ends the notes left open") {
  const pj::DecodedMidiText decoded = pj::decode_midi_text(
      "0.v064.c0 d001.on060.v064.c0 d001.on128.v064.c0 d1.on060.v064.c0 d001.off060.c16\n"
      "d001.off060.c0x d001.on060.c0 d001..v064.c0 \xFF d001.cc001.v002.c1234567890 d002.pg00");
  CHECK(decoded.num_ignored == 10);
  REQUIRE(decoded.messages.size() == 2);
  CHECK(decoded.messages[1].kind == MidiKind::kNoteOff);
  CHECK(decoded.messages[1].seconds == decoded.messages[0].seconds);
  CHECK(pj::decode_midi_text("").messages.empty());
}

TEST_CASE("a piece is cut after its 20,000th event") {
  const std::string note = "d000.on060.v064.c0 d000.off060.c0 ";
  std::string text;
  for (int i = 0; i < 10001; ++i) text += note;
  const MidiFile file = pj::parse_midi(pj::write_midi(pj::decode_midi_text(text).messages));
  const MidiText encoded = pj::encode_midi_text(file);
  CHECK(encoded.cut);
  CHECK(encoded.num_events == pj::kMaxMidiTextEvents);
  CHECK(encoded.events == text.substr(0, encoded.events.size()));
}

TEST_SUITE_END();
