#pragma once

#include <span>
#include <string>
#include <vector>

#include "pj/data/midi_file.h"

namespace pj {

/// A channel message at a time in seconds. Kinds kTempo and kOther are not messages of a channel.
struct TimedMessage {
  double seconds = 0;
  MidiKind kind = MidiKind::kNoteOn;
  std::uint8_t channel = 0;       ///< 0-15
  std::uint8_t data[2] = {0, 0};  ///< as in MidiEvent, each 0-127
};

/// A playable MIDI file (format 0, 120 quarter notes a minute) of the messages, which may come in
/// any order; those of one moment keep theirs. Times are rounded to milliseconds, one tick each.
///
/// throws    ValueError for a message that no file can hold: a negative time or one more than
///           2^28 ms after the message before, a channel above 15, a data byte above 127
std::string write_midi(std::span<const TimedMessage> messages);

/// Ends the notes still sounding after the last message, and at that message's time.
void close_open_notes(std::vector<TimedMessage>& messages);

/// The channel messages of a file with their times in seconds.
std::vector<TimedMessage> timed_messages(const MidiFile& file);

}  // namespace pj
