#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"

namespace pj {

enum class MidiKind : std::uint8_t {
  kNoteOff,          ///< also a note-on with velocity 0; data: pitch, velocity
  kNoteOn,           ///< data: pitch, velocity 1-127
  kPolyPressure,     ///< data: pitch, pressure
  kControl,          ///< data: controller, value
  kProgram,          ///< data: program
  kChannelPressure,  ///< data: pressure
  kPitchBend,        ///< data: low, high seven bits
  kTempo,            ///< tempo: microseconds per quarter note, 0 keeps the tempo in force
  kOther,            ///< a SysEx packet or another meta event: a place in time, never interpreted
};

/// One message of a file. End-of-track is not an event; it only moves MidiFile::end_tick.
struct MidiEvent {
  std::uint64_t tick = 0;   ///< from the beginning of the file
  std::uint32_t tempo = 0;  ///< of kTempo
  std::uint32_t track = 0;
  MidiKind kind = MidiKind::kOther;
  std::uint8_t channel = 0;  ///< 0-15
  std::uint8_t data[2] = {0, 0};
};

/// What a tolerant reading overcomes and a strict one refuses; fault_text says each in words.
enum class MidiFault : std::uint8_t {
  kNoEndOfTrack,
  kLongChunk,        ///< events up to the file's end are kept
  kSwallowedChunk,   ///< the track ends at its end-of-track, reading resumes at the next MTrk
  kAfterEndOfTrack,  ///< not played
  kRunningStatus,    ///< the last channel status holds
  kDataByte,         ///< the message is dropped whole
  kSystemByte,       ///< skipped with its data
  kTrackCount,
  kTrailingBytes,
};
std::string_view fault_text(MidiFault fault);

struct MidiWarning {
  std::size_t offset;  ///< in bytes from the beginning of the file
  MidiFault fault;
};

/// A file that cannot be read as MIDI; what() is "offset N: reason".
struct MidiError : IoError {
  MidiError(std::size_t at, const std::string& why)
      : IoError(message("offset ", at, ": ", why)), offset(at), reason(why) {}
  std::size_t offset;
  std::string reason;
};

/// A Standard MIDI File of format 0 or 1.
struct MidiFile {
  int format = 0;
  index_t num_tracks = 0;         ///< MTrk chunks found, whatever the header says
  int ticks_per_quarter = 0;      ///< 0 for an SMPTE division
  double smpte_tick = 0;          ///< seconds a tick lasts under an SMPTE division
  std::vector<MidiEvent> events;  ///< by tick, then track, then place in the track
  std::uint64_t end_tick = 0;     ///< of the last end-of-track or event
  std::vector<MidiWarning> warnings;
};

/// Reads a whole file, bare or in a RIFF wrapper. Memory is at most proportional to the bytes
/// given, whatever ticks and lengths they declare.
///
/// throws    MidiError: empty, no header, format 2, division 0, a data byte with no status before
/// it,
///           a variable-length number of more than 4 bytes; if strict, any MidiFault
MidiFile parse_midi(std::string_view bytes, bool strict = false);

}  // namespace pj
