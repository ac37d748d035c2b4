#include "pj/data/midi_events.h"

#include <doctest/doctest.h>

#include "pj/core/random.h"
#include "testing/midi_bytes.h"

using namespace pj::testing;
using Tokens = std::vector<std::uint16_t>;

namespace {

Tokens encode(const std::string& track) {
  return pj::encode_midi_events(pj::parse_midi(midi_header() + midi_track(track))).tokens;
}

Tokens played_again(const Tokens& tokens) {
  const std::string bytes = pj::write_midi(pj::decode_midi_events(tokens));
  return pj::encode_midi_events(pj::parse_midi(bytes, true)).tokens;
}

}  // namespace

TEST_SUITE_BEGIN("midi_events");

TEST_CASE("notes, velocities and times have their tokens") {
  CHECK(encode("00903c40 32803c40") == Tokens{356 + 16, 60, 256 + 4, 128 + 60});
  CHECK(encode("00903c40 00903d43 8a6e803c40") ==  // 1390 ms: a hundred steps and 39 more
        Tokens{356 + 16, 60, 61, 355, 256 + 38, 128 + 60});
  CHECK(encode("00b04040 00c001").empty());
}

TEST_CASE("times are rounded from the beginning, so that errors do not add up") {
  std::string track;
  for (int i = 0; i < 10; ++i) track += "04b04000";
  CHECK(encode(track + "00903c40") == Tokens{256 + 3, 356 + 16, 60});
}

TEST_CASE("an endless silence is cut and counted") {
  const auto encoded =
      pj::encode_midi_events(pj::parse_midi(midi_header() + midi_track("ffffff7f903c40 00803c40")));
  CHECK(encoded.tokens.size() == 103);
  CHECK(encoded.num_clamped == 1);
}

TEST_CASE("decoded tokens encode to themselves") {
  const Tokens tokens = {356, 0, 355, 128, 387, 127, 60, 256, 188, 355, 355, 257, 255};
  CHECK(played_again(tokens) == tokens);
}

TEST_CASE("any tokens play, and every note ends") {
  pj::Stream stream(5, "tokens");
  for (int trial = 0; trial < 200; ++trial) {
    Tokens tokens;
    for (int i = 0; i < 300; ++i) tokens.push_back(static_cast<std::uint16_t>(stream.below(400)));
    const auto messages = pj::decode_midi_events(tokens);
    int sounding = 0;
    for (const pj::TimedMessage& m : messages) sounding += m.kind == pj::MidiKind::kNoteOn ? 1 : -1;
    CHECK(sounding == 0);
    const Tokens again = played_again(tokens);
    CHECK(played_again(again) == again);
  }
  CHECK(pj::decode_midi_events(Tokens{188, 65535}).empty());
}

TEST_SUITE_END();
