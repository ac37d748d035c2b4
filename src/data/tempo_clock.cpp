#include "pj/data/tempo_clock.h"

namespace pj {
namespace {

double quarter_tick(std::uint32_t tempo, int ticks_per_quarter) {
  return tempo * 1e-6 / ticks_per_quarter;
}

}  // namespace

TempoClock::TempoClock(const MidiFile& file) : ticks_per_quarter_(file.ticks_per_quarter) {
  constexpr std::uint32_t kFirstTempo = 500000;
  seconds_per_tick_ =
      ticks_per_quarter_ > 0 ? quarter_tick(kFirstTempo, ticks_per_quarter_) : file.smpte_tick;
}

double TempoClock::move_to(const MidiEvent& event) {
  const double passed = static_cast<double>(event.tick - tick_) * seconds_per_tick_;
  tick_ = event.tick;
  if (event.kind == MidiKind::kTempo && event.tempo > 0 && ticks_per_quarter_ > 0) {
    tempo_seconds_ = seconds_at(tick_);
    tempo_tick_ = tick_;
    seconds_per_tick_ = quarter_tick(event.tempo, ticks_per_quarter_);
  }
  return passed;
}

double TempoClock::seconds_at(std::uint64_t tick) const {
  return tempo_seconds_ + static_cast<double>(tick - tempo_tick_) * seconds_per_tick_;
}

double midi_seconds(const MidiFile& file) {
  TempoClock clock(file);
  for (const MidiEvent& event : file.events) clock.move_to(event);
  return clock.seconds_at(file.end_tick);
}

}  // namespace pj
