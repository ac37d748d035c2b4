#include "pj/data/midi_writer.h"

#include <doctest/doctest.h>

#include <cmath>

#include "testing/midi_bytes.h"

using pj::MidiKind;
using pj::TimedMessage;

TEST_SUITE_BEGIN("midi_writer");

TEST_CASE("a note is the file that a hand writes") {
  const std::vector<TimedMessage> note = {{0.5, MidiKind::kNoteOff, 2, {60, 0}},
                                          {0.25, MidiKind::kNoteOn, 2, {60, 64}}};
  CHECK(pj::write_midi(note) ==
        pj::testing::from_hex("4d546864 00000006 0000 0001 01f4"
                              "4d54726b 0000000e 817a 923c40 817a 823c00 00ff2f00"));
}

TEST_CASE("messages of every kind come back with time, channel and data") {
  std::vector<TimedMessage> messages;
  for (int kind = 0; kind <= static_cast<int>(MidiKind::kPitchBend); ++kind)
    messages.push_back({kind * 3600.0 + 0.001 * kind,
                        static_cast<MidiKind>(kind),
                        static_cast<std::uint8_t>(kind + 9),
                        {static_cast<std::uint8_t>(100 + kind), 127}});
  const auto read = pj::timed_messages(pj::parse_midi(pj::write_midi(messages), true));
  REQUIRE(read.size() == messages.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    CHECK(std::abs(read[i].seconds - messages[i].seconds) <= 1e-9);
    CHECK(read[i].kind == messages[i].kind);
    CHECK(read[i].channel == messages[i].channel);
    CHECK(read[i].data[0] == messages[i].data[0]);
  }
}

TEST_CASE("no messages make a file of nothing") {
  CHECK(pj::parse_midi(pj::write_midi({}), true).events.empty());
}

TEST_CASE("what no file can hold is refused") {
  const auto write = [](const TimedMessage& m) { return pj::write_midi({&m, 1}); };
  CHECK_THROWS_WITH_AS(write({-1, MidiKind::kNoteOn, 0, {60, 64}}),
                       "write_midi: a message must come at most 268435455 ms after the one before, "
                       "got -1000",
                       pj::ValueError);
  CHECK_THROWS_AS(write({std::nan(""), MidiKind::kNoteOn, 0, {60, 64}}), pj::ValueError);
  CHECK_THROWS_AS(write({1e9, MidiKind::kNoteOn, 0, {60, 64}}), pj::ValueError);
  CHECK_THROWS_AS(write({0, MidiKind::kTempo, 0, {60, 64}}), pj::ValueError);
  CHECK_THROWS_AS(write({0, MidiKind::kNoteOn, 16, {60, 64}}), pj::ValueError);
  CHECK_THROWS_AS(write({0, MidiKind::kNoteOn, 0, {128, 64}}), pj::ValueError);
}

TEST_CASE("open notes are ended as often as they were begun, at the last moment") {
  std::vector<TimedMessage> messages = {{0, MidiKind::kNoteOn, 0, {60, 64}},
                                        {1, MidiKind::kNoteOn, 0, {60, 64}},
                                        {2, MidiKind::kNoteOff, 0, {61, 0}},
                                        {3, MidiKind::kControl, 0, {60, 1}}};
  pj::close_open_notes(messages);
  REQUIRE(messages.size() == 6);
  CHECK(messages[5].kind == MidiKind::kNoteOff);
  CHECK(messages[5].data[0] == 60);
  CHECK(messages[5].seconds == 3);
}

TEST_SUITE_END();
