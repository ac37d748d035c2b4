#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pj/data/midi_file.h"
#include "pj/data/midi_writer.h"

namespace pj {

/// The performance vocabulary: notes of all channels as played, in one stream of 388 kinds of
/// token.
///
///     0-127  note-on, by pitch          128-255  note-off, by pitch
///   256-355  time passes: 1 to 100 steps of 10 ms; a longer time takes several tokens
///   356-387  from here on notes have a velocity of bin 0 to 31; bin b plays as velocity 4 b + 2
///
/// source    Oore et al. 2018, This time with feeling: learning expressive musical performance
inline constexpr index_t kMidiEventVocab = 388;
inline constexpr std::uint16_t kMidiEventSecond = 355;  ///< the longest time a token passes, 1 s

struct MidiEventTokens {
  std::vector<std::uint16_t> tokens;
  index_t num_clamped = 0;  ///< silences cut to 100 s, so that no tick fills a memory
};

/// Times are rounded half to even, from the beginning of the piece; what is no note is left out.
MidiEventTokens encode_midi_events(const MidiFile& file);

/// Any tokens play: a note-off of a silent pitch and a token beyond the vocabulary are left out, a
/// note still sounding when its pitch begins again or the tokens end is ended there.
std::vector<TimedMessage> decode_midi_events(std::span<const std::uint16_t> tokens);

}  // namespace pj
