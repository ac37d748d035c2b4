#pragma once

#include "pj/data/midi_file.h"

namespace pj {

/// Turns ticks into seconds while the events of a file are walked in order. One tempo map holds for
/// all tracks: 120 quarter notes a minute until the first tempo event.
///
///   seconds = ticks * tempo / (10^6 * ticks_per_quarter)    a tick of an SMPTE division is
///   constant
class TempoClock {
 public:
  explicit TempoClock(const MidiFile& file);

  /// Moves to an event, which may change the tempo from there on; returns the seconds since the
  /// event before (or the beginning).
  double move_to(const MidiEvent& event);

  /// Seconds from the beginning of the file to a tick not before the last event.
  double seconds_at(std::uint64_t tick) const;

 private:
  double seconds_per_tick_;
  int ticks_per_quarter_;
  std::uint64_t tick_ = 0;        ///< of the last event
  std::uint64_t tempo_tick_ = 0;  ///< of the last tempo event
  double tempo_seconds_ = 0;      ///< when it came
};

/// Seconds from the beginning of a file to its last end-of-track.
double midi_seconds(const MidiFile& file);

}  // namespace pj
