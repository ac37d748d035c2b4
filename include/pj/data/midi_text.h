#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/midi_file.h"
#include "pj/data/midi_writer.h"

namespace pj {

enum class MidiTiming {
  kPaper,  ///< rounds the seconds between neighbouring messages, skipped ones too, and adds up
  kExact,  ///< rounds the seconds from the beginning, so that no error grows
};

struct MidiTextOptions {
  index_t grid_ms = 20;   ///< milliseconds a step
  bool controls = false;  ///< control changes, the sustain pedal among them
  bool programs = false;
  MidiTiming timing = MidiTiming::kPaper;
};

inline constexpr index_t kMaxMidiTextDelta = 999;     ///< steps; a longer one is cut to it
inline constexpr index_t kMaxMidiTextEvents = 20000;  ///< a piece

struct MidiText {
  std::string events;  ///< joined by one space
  index_t num_events = 0;
  index_t num_clamped = 0;  ///< deltas that were cut
  bool cut = false;         ///< the piece has more events than fit
};

/// The paper's byte form of a piece: its note, and on request control and program, messages as
///
///   d{delta:03}.on{pitch:03}.v{velocity:03}.c{channel}    d{delta:03}.off{pitch:03}.c{channel}
///   d{delta:03}.cc{control:03}.v{value:03}.c{channel}     d{delta:03}.pg{program:03}.c{channel}
///
/// delta     steps of the grid since the event before, rounded half to even
/// throws    ValueError unless 1 <= grid_ms <= 1000
MidiText encode_midi_text(const MidiFile& file, const MidiTextOptions& options = {});

/// One `NAME=value|` field of a piece's header; characters of the value outside A-Za-z0-9_ .,+:/()-
/// and spaces become `_`, and 80 are kept.
std::string midi_header_field(std::string_view name, std::string_view value);

/// What text in this form plays as.
struct DecodedMidiText {
  std::vector<TimedMessage> messages;
  index_t num_ignored =
      0;  ///< words that are no event, headers apart: a model may have sampled them
};
DecodedMidiText decode_midi_text(std::string_view text, index_t grid_ms = 20);

}  // namespace pj
