#include "pj/data/midi_file.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/random.h"
#include "pj/data/midi_events.h"
#include "pj/data/midi_text.h"
#include "pj/data/tempo_clock.h"
#include "testing/midi_bytes.h"

using namespace pj::testing;
using pj::MidiFault;
using pj::MidiFile;
using pj::MidiKind;

namespace {

std::string text_of(const MidiFile& file) { return pj::encode_midi_text(file).events; }

/// Reads a file that has exactly these faults, and checks that a strict reading refuses the first.
MidiFile read_faulty(const std::string& bytes, const std::vector<pj::MidiWarning>& expected) {
  MidiFile file = pj::parse_midi(bytes);
  REQUIRE(file.warnings.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(file.warnings[i].fault == expected[i].fault);
    CHECK(file.warnings[i].offset == expected[i].offset);
  }
  try {
    pj::parse_midi(bytes, true);
    FAIL("a strict reading took the file");
  } catch (const pj::MidiError& error) {
    CHECK(error.offset == expected[0].offset);
    CHECK(error.reason == pj::fault_text(expected[0].fault));
  }
  return file;
}

constexpr const char* kNote = "00903c40 14803c40";
constexpr const char* kNoteText = "d000.on060.v064.c0 d001.off060.c0";

}  // namespace

TEST_SUITE_BEGIN("midi_file");

TEST_CASE("events are merged by tick, then track, then place in the track") {
  const MidiFile file = pj::parse_midi(
      midi_header(2) + midi_track("00903c40 05903d40 00903e40") + midi_track("00914040 05914140"),
      true);
  std::vector<int> pitches;
  for (const pj::MidiEvent& event : file.events) pitches.push_back(event.data[0]);
  CHECK(pitches == std::vector<int>{0x3c, 0x40, 0x3d, 0x3e, 0x41});
  CHECK(file.events[1].track == 1);
  CHECK(file.events[1].channel == 1);
  CHECK(file.end_tick == 5);
}

TEST_CASE("every channel message is read with its data") {
  const MidiFile file =
      pj::parse_midi(midi_header() + midi_track("00a33c01 00b34002 00c305 00d306 00e30708"), true);
  REQUIRE(file.events.size() == 5);
  const std::vector<MidiKind> kinds = {MidiKind::kPolyPressure, MidiKind::kControl,
                                       MidiKind::kProgram, MidiKind::kChannelPressure,
                                       MidiKind::kPitchBend};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(file.events[i].kind == kinds[i]);
    CHECK(file.events[i].channel == 3);
  }
  CHECK(file.events[2].data[0] == 5);
  CHECK(file.events[4].data[1] == 8);
}

TEST_CASE("a chunk whose length covers the next track ends at its end-of-track") {
  const std::string first = from_hex(std::string(kNote) + "00ff2f00");
  const std::string second = midi_track("1e903d40 14803d40");
  const MidiFile file = read_faulty(midi_header(2) + midi_chunk("MTrk", first, 20) + second,
                                    {{14, MidiFault::kSwallowedChunk}});
  CHECK(file.num_tracks == 2);
  CHECK(file.events.size() == 4);
}

TEST_CASE("without its end-of-track a chunk that covers the next ends where that begins") {
  const std::string body = from_hex(kNote);
  const MidiFile file =
      read_faulty(midi_header(2) + midi_chunk("MTrk", body, static_cast<int>(body.size()) + 14) +
                      midi_track("1e903d40 14803d40"),
                  {{30, MidiFault::kNoEndOfTrack}, {14, MidiFault::kSwallowedChunk}});
  CHECK(file.events.size() == 4);
}

TEST_CASE("a note that spells MTrk under running status is a note") {
  const MidiFile file =
      pj::parse_midi(midi_header() + midi_track("00903c40 4d5472 6b5400 00803c40 00803c40"), true);
  CHECK(file.events.size() == 5);
}

TEST_CASE("events after end-of-track are not played") {
  const MidiFile file = read_faulty(
      midi_header() +
          midi_chunk("MTrk", from_hex(std::string(kNote) + "00ff2f00" + "00904040 00804040")),
      {{34, MidiFault::kAfterEndOfTrack}});
  CHECK(text_of(file) == kNoteText);
}

TEST_CASE("a file cut inside an event keeps the events before it") {
  const std::string whole = midi_header() + midi_track(kNote);
  for (std::size_t size = 27; size < 30; ++size)
    CHECK(text_of(pj::parse_midi(whole.substr(0, size))) == "d000.on060.v064.c0");
  read_faulty(whole.substr(0, 28), {{14, MidiFault::kLongChunk}, {26, MidiFault::kNoEndOfTrack}});
}

TEST_CASE("a meta event or SysEx longer than its chunk ends the track") {
  for (const char* const event : {"00ff017f41", "00f07f41", "00ff01ffffff7f41", "00f783"}) {
    CAPTURE(event);
    const std::string body = from_hex(std::string(kNote) + event);
    CHECK(text_of(read_faulty(midi_header() + midi_chunk("MTrk", body),
                              {{30, MidiFault::kNoEndOfTrack}})) == kNoteText);
  }
}

TEST_CASE("system bytes are skipped with their data, and running status holds") {
  const MidiFile file =
      read_faulty(midi_header() + midi_track("00903c40 00f8 00f20102 00f305 143c00"),
                  {{27, MidiFault::kSystemByte},
                   {29, MidiFault::kSystemByte},
                   {33, MidiFault::kSystemByte},
                   {36, MidiFault::kRunningStatus}});
  CHECK(text_of(file) == kNoteText);
}

TEST_CASE("unknown chunks and stray bytes are passed over") {
  const std::string good = midi_header() + midi_track(kNote);
  CHECK(text_of(pj::parse_midi(good + midi_chunk("XFKM", "abc"), true)) == kNoteText);
  CHECK(text_of(read_faulty(good + "abc", {{34, MidiFault::kTrailingBytes}})) == kNoteText);
  CHECK(text_of(read_faulty(midi_header() + midi_chunk("junk", "xy", 1 << 30) + midi_track(kNote),
                            {{14, MidiFault::kLongChunk}})) == kNoteText);
}

TEST_CASE("tempo holds for all tracks, and tempo 0 keeps the one in force") {
  const MidiFile file = pj::parse_midi(
      midi_header(2) + midi_track("0aff51030f4240 0aff5103000000") + midi_track("1e903c40"), true);
  CHECK(std::abs(pj::midi_seconds(file) - 0.05) <= 1e-12);  // 10 ms at 120 bpm, 20 ticks at 60
}

TEST_CASE("an SMPTE division counts frames and ignores tempo") {
  const std::string track = midi_track("00ff51030f4240 00903c40 14803c40");
  const auto seconds = [&track](const char* division) {
    return pj::midi_seconds(
        pj::parse_midi(midi_chunk("MThd", from_hex(std::string("00000001") + division)) + track));
  };
  CHECK(std::abs(seconds("e728") - 0.02) <= 1e-12);                    // 25 frames of 40 ticks
  CHECK(std::abs(seconds("e30a") - 20 * 1001.0 / 300000.0) <= 1e-12);  // 29.97 frames of 10 ticks
  CHECK_THROWS_WITH_AS(seconds("e700"),
                       "offset 12: an SMPTE division must not have 0 ticks a frame", pj::MidiError);
  CHECK_THROWS_AS(seconds("8001"), pj::MidiError);
}

TEST_CASE("what is no MIDI file is refused with offset and reason") {
  CHECK_THROWS_WITH_AS(pj::parse_midi(""), "offset 0: a MIDI file must not be empty",
                       pj::MidiError);
  CHECK_THROWS_WITH_AS(pj::parse_midi("not a midi file"),
                       "offset 0: a MIDI file must begin with MThd, got \"not a midi file\"",
                       pj::MidiError);
  CHECK_THROWS_WITH_AS(pj::parse_midi(midi_header().substr(0, 10)),
                       "offset 0: the header must have 14 bytes, got 10", pj::MidiError);
  CHECK_THROWS_WITH_AS(
      pj::parse_midi(midi_header() + midi_chunk("MTrk", from_hex("8080808000903c40"))),
      "offset 22: a variable-length number must have at most 4 bytes, got more", pj::MidiError);
  CHECK_THROWS_AS(pj::parse_midi("RIFF"), pj::MidiError);
  CHECK_THROWS_AS(pj::parse_midi(from_hex("52494646 00000000 524d4944 4c495354 ffffffff")),
                  pj::MidiError);
}

TEST_CASE("damaged files are read or refused, with no more events than bytes") {
  const std::string whole =
      midi_header(3) + midi_track("00ff51030f4240 10ff59020800 00f003431200 60f706431200431200") +
      midi_track("00903c40 603c50 60803c00 603c00 00c005 00b04070") +
      midi_track("8360e00040 00a03c20 00d010");
  pj::parse_midi(whole, true);
  pj::Stream stream(7, "damage");
  const auto below = [&stream](std::size_t n) {
    return static_cast<std::size_t>(stream.below(static_cast<pj::index_t>(n)));
  };
  int read = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string bytes = whole;
    for (std::size_t i = 1 + below(4); i > 0; --i)
      bytes[below(bytes.size())] = static_cast<char>(stream.bits());
    if (below(4) == 0) bytes.resize(below(bytes.size()));
    if (below(8) == 0) bytes.insert(below(bytes.size() + 1), midi_header());
    try {
      const MidiFile file = pj::parse_midi(bytes);
      CHECK(file.events.size() + file.warnings.size() <= bytes.size());
      CHECK(pj::encode_midi_text(file).num_events <= static_cast<pj::index_t>(bytes.size()));
      CHECK(pj::encode_midi_events(file).tokens.size() <= 102 * bytes.size());
      ++read;
    } catch (const pj::MidiError& error) {
      CHECK(error.offset <= bytes.size());
    }
  }
  CHECK(read >= 5000);
}

TEST_SUITE_END();
