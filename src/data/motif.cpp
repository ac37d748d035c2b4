#include "pj/data/motif.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "pj/core/shuffle.h"

namespace pj {
namespace {

constexpr index_t kPhraseBars = 8, kFormBars = 64, kPairBars = 128;
constexpr int kSteps = 16, kMelody = 0, kBass = 1;
constexpr std::string_view kForm = "AABACBAD";

constexpr std::array<MotifCorpus, 4> kCorpora = {{{"motif_rich", false, false},
                                                  {"motif_rich_shuffled", false, true},
                                                  {"motif_variation", true, false},
                                                  {"motif_variation_shuffled", true, true}}};

constexpr std::array<std::string_view, 12> kKeys = {"C",  "Db", "D",  "Eb", "E",  "F",
                                                    "Gb", "G",  "Ab", "A",  "Bb", "B"};

struct Mode {
  std::string_view name;
  std::array<int, 7> semitones;  // of the degrees above the tonic
};
constexpr std::array<Mode, 3> kModes = {{{"ionian", {0, 2, 4, 5, 7, 9, 11}},
                                         {"dorian", {0, 2, 3, 5, 7, 9, 10}},
                                         {"minor", {0, 2, 3, 5, 7, 8, 10}}}};

struct Rhythm {
  std::string_view name;
  std::array<int, 5> onsets;  // steps; kSteps ends the list
};
constexpr std::array<Rhythm, 4> kRhythms = {{{"even", {0, 4, 8, 12, kSteps}},
                                             {"dotted", {0, 3, 8, 11, kSteps}},
                                             {"offbeat", {2, 6, 9, 14, kSteps}},
                                             {"run", {0, 2, 4, 6, 8}}}};

/// Degrees of a section's motif; even bars of a phrase play the first half, odd bars the second.
constexpr std::array<std::array<int, 8>, 4> kContours = {{{0, 2, 4, 2, 5, 4, 2, 0},
                                                          {4, 3, 2, 1, 2, 3, 4, 7},
                                                          {0, 4, 1, 5, 2, 6, 3, 7},
                                                          {7, 5, 4, 5, 3, 1, 2, 0}}};
constexpr std::array<int, 8> kHarmony = {0, 3, 4, 0, 5, 1, 4, 0};  // root degree of a phrase's bars

int motif_degree(int section, int variant, int place) {
  const bool backwards = variant >= 2, inverted = variant % 2 == 1;
  const auto& contour = kContours[static_cast<std::size_t>(section)];
  const int degree = contour[static_cast<std::size_t>(backwards ? 7 - place : place)];
  return inverted ? -degree : degree;
}

/// Semitones above the tonic of a degree, which may lie below it or more than an octave above.
int semitones(const Mode& mode, int degree) {
  const int octave = degree >= 0 ? degree / 7 : -((6 - degree) / 7);
  return 12 * octave + mode.semitones[static_cast<std::size_t>(degree - 7 * octave)];
}

/// A bar that returns nothing. Its labels cycle; touch and ornaments are drawn.
MotifBar new_bar(index_t bar, std::uint64_t seed) {
  const index_t pair = bar / kPairBars, phrase = bar % kFormBars / kPhraseBars;
  const int place = static_cast<int>(bar % kPhraseBars);
  const int variant = static_cast<int>((phrase + pair / 2) % 4);
  MotifBar result;
  result.section = kForm[static_cast<std::size_t>(phrase)];
  result.key = static_cast<int>(7 * pair % 12);
  result.mode = static_cast<int>((pair + pair / 12) % 3);
  result.rhythm = static_cast<int>((phrase / 2 + pair) % 4);
  const Mode& mode = kModes[static_cast<std::size_t>(result.mode)];
  const int tonic = result.key > 6 ? result.key - 12 : result.key;
  const int root = kHarmony[static_cast<std::size_t>(place)];
  Stream stream(seed, "motif", static_cast<std::uint64_t>(bar));
  const auto velocity = [&](int step) {
    return 56 + (step % 8 == 0 ? 16 : 0) + static_cast<int>(stream.below(24));
  };
  result.notes.push_back({0, 36 + tonic + semitones(mode, root), velocity(0), kSteps, kBass});
  int index = 4 * (place % 2);
  const auto& onsets = kRhythms[static_cast<std::size_t>(result.rhythm)].onsets;
  for (std::size_t i = 0; i < onsets.size() && onsets[i] < kSteps; ++i, ++index) {
    const int ornament = stream.below(4) == 0 ? (stream.below(2) == 0 ? -1 : 1) : 0;
    const int degree = root + motif_degree(result.section - 'A', variant, index % 8) + ornament;
    const int next = i + 1 < onsets.size() ? onsets[i + 1] : kSteps;
    const int duration = std::max(1, next - onsets[i] - static_cast<int>(stream.below(2)));
    result.notes.push_back(
        {onsets[i], 60 + tonic + semitones(mode, degree), velocity(onsets[i]), duration, kMelody});
  }
  return result;
}

/// The transposition of a phrase's returning bars is one, so that the phrase stays a phrase.
void vary(MotifBar& bar, index_t at, std::uint64_t seed) {
  constexpr std::array<int, 6> kTranspositions = {-5, -3, -2, 2, 3, 5};
  constexpr std::array<int, 4> kShifts = {-12, -6, 6, 12};
  Stream phrase(seed, "transposition", static_cast<std::uint64_t>(at / kPhraseBars));
  Stream stream(seed, "variation", static_cast<std::uint64_t>(at));
  const int transposition = kTranspositions[static_cast<std::size_t>(phrase.below(6))];
  const int shift = kShifts[static_cast<std::size_t>(stream.below(4))];
  bar.key = (bar.key + transposition + 12) % 12;
  for (MotifNote& note : bar.notes) {
    note.pitch += transposition;
    note.velocity += shift;
    if (note.channel == kBass || stream.below(3) != 0) continue;
    note.duration = std::min(1 + static_cast<int>(stream.below(4)), kSteps - note.step);
  }
}

}  // namespace

std::span<const MotifCorpus> motif_corpora() { return kCorpora; }

index_t motif_return_lag(index_t bar) {
  constexpr std::array<std::array<index_t, 2>, 8> kFirstForm = {
      {{0, 0}, {8, 8}, {0, 0}, {16, 16}, {0, 32}, {0, 0}, {0, 0}, {0, 32}}};
  if (bar % kPairBars >= kFormBars) return kFormBars;
  const bool second_half = bar % kPhraseBars >= kPhraseBars / 2;
  return kFirstForm[static_cast<std::size_t>(bar % kFormBars / kPhraseBars)][second_half ? 1 : 0];
}

std::vector<MotifBar> motif_bars(const MotifCorpus& corpus, const MotifOptions& options) {
  require<ValueError>(options.bars >= 1 && options.bars <= 1 << 24,
                      "motif: bars must be between 1 and 16777216, got ", options.bars);
  std::vector<MotifBar> bars;
  for (index_t at = 0; at < options.bars; ++at) {
    index_t origin = at;
    while (const index_t lag = motif_return_lag(origin)) origin -= lag;
    MotifBar bar = new_bar(origin, options.seed);
    bar.section = kForm[static_cast<std::size_t>(at % kFormBars / kPhraseBars)];
    if (corpus.varied && origin != at) vary(bar, at, options.seed);
    bars.push_back(std::move(bar));
  }
  if (corpus.shuffled) shuffle(bars, Stream(options.seed, "shuffled bars"));
  return bars;
}

std::string motif_line(const MotifBar& bar) {
  std::string line = message("SEC=", bar.section, "|KEY=", kKeys[static_cast<std::size_t>(bar.key)],
                             "|MODE=", kModes[static_cast<std::size_t>(bar.mode)].name,
                             "|RHY=", kRhythms[static_cast<std::size_t>(bar.rhythm)].name, '|');
  for (const MotifNote& note : bar.notes) {
    if (&note != &bar.notes.front()) line += ' ';
    line += message('t', note.step, ".n", note.pitch, ".v", note.velocity, ".d", note.duration,
                    ".c", note.channel);
  }
  return line + '\n';
}

std::string motif_text(std::span<const MotifBar> bars) {
  std::string text;
  for (const MotifBar& bar : bars) text += motif_line(bar);
  return text;
}

std::vector<TimedMessage> motif_messages(std::span<const MotifBar> bars) {
  constexpr double kStepSeconds = 0.125;
  std::vector<TimedMessage> messages;
  double bar_step = 0;
  const auto put = [&](MidiKind kind, int step, const MotifNote& note, int velocity) {
    messages.push_back(
        {(bar_step + step) * kStepSeconds,
         kind,
         static_cast<std::uint8_t>(note.channel),
         {static_cast<std::uint8_t>(note.pitch), static_cast<std::uint8_t>(velocity)}});
  };
  for (const MotifBar& bar : bars) {
    for (const MotifNote& note : bar.notes) {
      put(MidiKind::kNoteOn, note.step, note, note.velocity);
      put(MidiKind::kNoteOff, note.step + note.duration, note, 0);
    }
    bar_step += kSteps;
  }
  // A note ends before the next one of its pitch begins.
  std::stable_sort(messages.begin(), messages.end(),
                   [](const TimedMessage& a, const TimedMessage& b) {
                     return std::tie(a.seconds, a.kind) < std::tie(b.seconds, b.kind);
                   });
  return messages;
}

}  // namespace pj
