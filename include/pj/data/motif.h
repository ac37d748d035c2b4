#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/midi_writer.h"

namespace pj {

/// A generated corpus with a known structure, or its control: the same bars in a random order.
struct MotifCorpus {
  std::string_view name;
  bool varied;    ///< bars return transposed, louder or softer, with other durations
  bool shuffled;  ///< the control
};

/// motif_rich, motif_variation and their controls, in this order: a corpus, its control.
std::span<const MotifCorpus> motif_corpora();

struct MotifNote {
  int step;  ///< 0-15 in its bar
  int pitch, velocity;
  int duration;  ///< steps, ends within the bar
  int channel;   ///< 0 melody, 1 bass

  bool operator==(const MotifNote&) const = default;
};

/// A bar of 16 steps. Labels as printed: section A-D, key C to B, mode ionian, dorian or minor.
struct MotifBar {
  char section;
  int key;  ///< semitones above C
  int mode, rhythm;
  std::vector<MotifNote> notes;  ///< by step

  bool operator==(const MotifBar&) const = default;
};

struct MotifOptions {
  index_t bars = 8192;
  std::uint64_t seed = 0;
};

/// How many bars back a bar comes from, 0 for a new one. Bars come in phrases of 8, phrases in
/// forms A A B A C B A D, forms in pairs of which the second returns the first:
///
///   form    A   A   B   A   C     B   A   D      (C, D: their second half)
///   first   -   8   -  16   -/32  -   -   -/32
///   second  64  everywhere
index_t motif_return_lag(index_t bar);

/// The bars of a corpus: new ones are one of four variants (plain, inverted, backwards, both) of
/// their section's contour over a bass; key, mode, rhythm and variant cycle.
///
/// throws    ValueError unless 1 <= bars <= 2^24
std::vector<MotifBar> motif_bars(const MotifCorpus& corpus, const MotifOptions& options);

/// One line a bar, `SEC=A|KEY=C|MODE=ionian|RHY=even|` and the notes, joined by one space, as
/// `t{step}.n{pitch}.v{velocity}.d{duration}.c{channel}`.
std::string motif_line(const MotifBar& bar);
std::string motif_text(std::span<const MotifBar> bars);

/// What write_midi plays: two seconds a bar.
std::vector<TimedMessage> motif_messages(std::span<const MotifBar> bars);

}  // namespace pj
