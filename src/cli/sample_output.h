#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "pj/data/midi_text.h"
#include "pj/data/tokenizer.h"

namespace pj {

/// What a model's tokens are, to read a prompt and to write samples.
struct TokenForm {
  Tokenizer tokenizer;
  MidiTextOptions midi_text = {};  ///< of midi-text
};

/// The files of `count` samples: `out` itself, or with the sample's number before the extension,
/// name-1.mid, name-2.mid, ... Throws IoError if one exists.
std::vector<std::filesystem::path> new_sample_files(const std::filesystem::path& out,
                                                    index_t count);

/// What a file holds: a MIDI file for a name of one, else the raw tokens, as `data cat` writes
/// them.
struct SampleBytes {
  std::string bytes;
  index_t num_messages = 0;  ///< of a MIDI file
  index_t num_ignored = 0;   ///< words of midi-text that are no event
};
SampleBytes sample_bytes(std::span<const std::int32_t> tokens, const TokenForm& form, bool midi);

/// What standard output shows: bytes, made safe for a terminal if it is one; the numbers of tokens
/// that are no bytes.
std::string sample_text(std::span<const std::int32_t> tokens, const TokenForm& form, bool terminal);

}  // namespace pj
