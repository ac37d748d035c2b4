#include "pj/data/midi_writer.h"

#include <algorithm>
#include <cmath>

#include "pj/data/tempo_clock.h"

namespace pj {
namespace {

constexpr int kTicksPerQuarter =
    500;  // at the 500,000 microseconds a file begins with, one tick is 1 ms
constexpr double kMaxDelta = (1 << 28) - 1;  // ticks, four groups of seven bits

void put_big_endian(std::string& out, std::uint32_t value, int count) {
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
    out += static_cast<char>(value >> shift & 0xFF);
}

void put_variable_length(std::string& out, std::uint32_t value) {
  for (int shift = 21; shift > 0; shift -= 7)
    if (value >> shift != 0) out += static_cast<char>((value >> shift & 0x7F) | 0x80);
  out += static_cast<char>(value & 0x7F);
}

void put_message(std::string& out, const TimedMessage& m) {
  require<ValueError>(
      m.kind <= MidiKind::kPitchBend && m.channel < 16 && m.data[0] < 128 && m.data[1] < 128,
      "write_midi: a message must be one of a channel 0-15 with data 0-127, got kind ",
      static_cast<int>(m.kind), ", channel ", int{m.channel}, ", data ", int{m.data[0]}, " and ",
      int{m.data[1]});
  out += static_cast<char>(0x80 + (static_cast<int>(m.kind) << 4) + m.channel);
  out += static_cast<char>(m.data[0]);
  if (m.kind != MidiKind::kProgram && m.kind != MidiKind::kChannelPressure)
    out += static_cast<char>(m.data[1]);
}

bool starts_earlier(const TimedMessage& a, const TimedMessage& b) { return a.seconds < b.seconds; }

}  // namespace

std::string write_midi(std::span<const TimedMessage> messages) {
  std::vector<TimedMessage> ordered(messages.begin(), messages.end());
  std::stable_sort(ordered.begin(), ordered.end(), starts_earlier);
  std::string track;
  double tick = 0;
  for (const TimedMessage& m : ordered) {
    const double at = std::nearbyint(m.seconds * 1000.0), delta = at - tick;
    require<ValueError>(delta >= 0 && delta <= kMaxDelta,
                        "write_midi: a message must come at most ", static_cast<index_t>(kMaxDelta),
                        " ms after the one before, got ", delta);
    tick = at;
    put_variable_length(track, static_cast<std::uint32_t>(delta));
    put_message(track, m);
  }
  track.append("\x00\xFF\x2F\x00", 4);
  std::string file = "MThd";
  put_big_endian(file, 6, 4);
  put_big_endian(file, 0, 2);
  put_big_endian(file, 1, 2);
  put_big_endian(file, kTicksPerQuarter, 2);
  file += "MTrk";
  require<ValueError>(track.size() <= 0xFFFFFFFFu,
                      "write_midi: a track must hold at most 4 GiB, got ", track.size(), " bytes");
  put_big_endian(file, static_cast<std::uint32_t>(track.size()), 4);
  return file + track;
}

void close_open_notes(std::vector<TimedMessage>& messages) {
  std::vector<index_t> sounding(16 * 128, 0);
  double end = 0;
  for (const TimedMessage& m : messages) {
    end = std::max(end, m.seconds);
    index_t& count = sounding[static_cast<std::size_t>(m.channel % 16 * 128 + m.data[0] % 128)];
    if (m.kind == MidiKind::kNoteOn) ++count;
    if (m.kind == MidiKind::kNoteOff) count = std::max<index_t>(0, count - 1);
  }
  for (int note = 0; note < 16 * 128; ++note) {
    const TimedMessage off{end,
                           MidiKind::kNoteOff,
                           static_cast<std::uint8_t>(note / 128),
                           {static_cast<std::uint8_t>(note % 128), 0}};
    messages.insert(messages.end(),
                    static_cast<std::size_t>(sounding[static_cast<std::size_t>(note)]), off);
  }
}

std::vector<TimedMessage> timed_messages(const MidiFile& file) {
  std::vector<TimedMessage> messages;
  TempoClock clock(file);
  for (const MidiEvent& event : file.events) {
    clock.move_to(event);
    if (event.kind > MidiKind::kPitchBend) continue;
    messages.push_back(
        {clock.seconds_at(event.tick), event.kind, event.channel, {event.data[0], event.data[1]}});
  }
  return messages;
}

}  // namespace pj
