#include "pj/data/midi_events.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pj/data/tempo_clock.h"

namespace pj {
namespace {

constexpr int kNoteOnBase = 0, kNoteOffBase = 128, kTimeBase = 256, kVelocityBase = 356;
constexpr int kMaxShift = 100;  // steps a token
static_assert(kMidiEventSecond == kTimeBase + kMaxShift - 1);
constexpr double kStepsPerSecond = 100;
constexpr double kMaxSilence = 100 * kStepsPerSecond;
constexpr int kFirstVelocity = 64;  // until a token sets it

int velocity_bin(int velocity) { return velocity / 4; }
int bin_velocity(int bin) { return 4 * bin + 2; }

void put_time(std::vector<std::uint16_t>& tokens, int steps) {
  for (; steps > 0; steps -= kMaxShift)
    tokens.push_back(static_cast<std::uint16_t>(kTimeBase + std::min(steps, kMaxShift) - 1));
}

}  // namespace

MidiEventTokens encode_midi_events(const MidiFile& file) {
  MidiEventTokens encoded;
  TempoClock clock(file);
  double step = 0;
  int bin = -1;
  for (const MidiEvent& event : file.events) {
    clock.move_to(event);
    const bool on = event.kind == MidiKind::kNoteOn;
    if (!on && event.kind != MidiKind::kNoteOff) continue;
    const double now = std::nearbyint(clock.seconds_at(event.tick) * kStepsPerSecond);
    const double passed = std::min(now - step, kMaxSilence);
    if (passed < now - step) ++encoded.num_clamped;
    step = now;
    put_time(encoded.tokens, static_cast<int>(passed));
    if (on && velocity_bin(event.data[1]) != bin) {
      bin = velocity_bin(event.data[1]);
      encoded.tokens.push_back(static_cast<std::uint16_t>(kVelocityBase + bin));
    }
    encoded.tokens.push_back(
        static_cast<std::uint16_t>((on ? kNoteOnBase : kNoteOffBase) + event.data[0]));
  }
  return encoded;
}

std::vector<TimedMessage> decode_midi_events(std::span<const std::uint16_t> tokens) {
  std::vector<TimedMessage> messages;
  std::array<bool, 128> sounding{};
  double step = 0;
  int velocity = kFirstVelocity;
  const auto put = [&](MidiKind kind, int pitch, int value) {
    messages.push_back({step / kStepsPerSecond,
                        kind,
                        0,
                        {static_cast<std::uint8_t>(pitch), static_cast<std::uint8_t>(value)}});
  };
  for (const std::uint16_t token : tokens) {
    if (token >= kMidiEventVocab) continue;
    if (token >= kVelocityBase) {
      velocity = bin_velocity(token - kVelocityBase);
    } else if (token >= kTimeBase) {
      step += token - kTimeBase + 1;
    } else {
      const bool on = token < kNoteOffBase;
      const int pitch = on ? token - kNoteOnBase : token - kNoteOffBase;
      bool& sounds = sounding[static_cast<std::size_t>(pitch)];
      if (sounds) put(MidiKind::kNoteOff, pitch, 0);
      if (on) put(MidiKind::kNoteOn, pitch, velocity);
      sounds = on;
    }
  }
  for (int pitch = 0; pitch < 128; ++pitch)
    if (sounding[static_cast<std::size_t>(pitch)]) put(MidiKind::kNoteOff, pitch, 0);
  return messages;
}

}  // namespace pj
