#include "pj/data/tokenizer.h"

#include <array>
#include <string>

#include "pj/data/midi_events.h"

namespace pj {
namespace {

constexpr std::array<Tokenizer, 3> kTokenizers = {
    {{TokenizerKind::kBytes, "bytes", "u8", 256, false, "the files as they are"},
     {TokenizerKind::kMidiText, "midi-text", "u8", 256, true,
      "MIDI files as event text, one piece a line"},
     {TokenizerKind::kMidiEvents, "midi-events", "u16", kMidiEventVocab, true,
      "MIDI files as performance events: notes, velocities, time"}}};

}  // namespace

std::span<const Tokenizer> tokenizers() { return kTokenizers; }

const Tokenizer& find_tokenizer(std::string_view name) {
  std::string known;
  for (const Tokenizer& tokenizer : kTokenizers) {
    if (tokenizer.name == name) return tokenizer;
    known += message(known.empty() ? "" : ", ", tokenizer.name);
  }
  throw UsageError(message("tokenizer: must be one of ", known, ", got ", name));
}

}  // namespace pj
