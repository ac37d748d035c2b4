#include "pj/data/midi_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "pj/data/tempo_clock.h"

namespace pj {
namespace {

/// The word an event's kind is written with, for both directions.
struct EventWord {
  MidiKind kind;
  std::string_view name;
  bool second;  ///< has a `.v` field
};
constexpr std::array<EventWord, 4> kEventWords = {{{MidiKind::kNoteOn, "on", true},
                                                   {MidiKind::kNoteOff, "off", false},
                                                   {MidiKind::kControl, "cc", true},
                                                   {MidiKind::kProgram, "pg", false}}};

const EventWord* word_of(MidiKind kind, const MidiTextOptions& options) {
  if (kind == MidiKind::kControl && !options.controls) return nullptr;
  if (kind == MidiKind::kProgram && !options.programs) return nullptr;
  const auto found = std::find_if(kEventWords.begin(), kEventWords.end(),
                                  [kind](const EventWord& word) { return word.kind == kind; });
  return found == kEventWords.end() ? nullptr : &*found;
}

void put_three_digits(std::string& out, int value) {
  for (const int unit : {100, 10, 1}) out += static_cast<char>('0' + value / unit % 10);
}

void put_event(std::string& out, int delta, const EventWord& word, const MidiEvent& event) {
  if (!out.empty()) out += ' ';
  out += 'd';
  put_three_digits(out, delta);
  out.append(".").append(word.name);
  put_three_digits(out, event.data[0]);
  if (word.second) {
    out += ".v";
    put_three_digits(out, event.data[1]);
  }
  out.append(".c").append(std::to_string(event.channel));
}

/// The steps from one written event to the next, whatever is skipped between them. Whole numbers
/// are kept as doubles: ticks and tempos of a file may multiply to more than any integer holds.
class StepCounter {
 public:
  StepCounter(const MidiFile& file, const MidiTextOptions& options)
      : clock_(file), options_(options), grid_(static_cast<double>(options.grid_ms) / 1000.0) {}

  void move_to(const MidiEvent& event) {
    const double passed = clock_.move_to(event);
    if (options_.timing == MidiTiming::kPaper)
      steps_ += std::nearbyint(passed / grid_);
    else
      steps_ = std::nearbyint(clock_.seconds_at(event.tick) / grid_);
  }

  double take() {
    const double delta = steps_ - taken_;
    taken_ = steps_;
    return delta;
  }

 private:
  TempoClock clock_;
  const MidiTextOptions& options_;
  double grid_;  // seconds
  double steps_ = 0, taken_ = 0;
};

/// Reads `prefix` and then `digits` decimal digits, or as many as there are if 0.
std::optional<int> take_number(std::string_view& text, std::string_view prefix,
                               std::size_t digits) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  const std::size_t found = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t length = digits > 0 ? digits : found;
  if (found < length || length == 0 || length > 3) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, length)) value = 10 * value + (c - '0');
  text.remove_prefix(length);
  return value;
}

/// The event one word stands for; its time holds the delta in steps.
std::optional<TimedMessage> parse_event(std::string_view text) {
  const std::optional<int> delta = take_number(text, "d", 3);
  if (!delta || !text.starts_with('.')) return std::nullopt;
  text.remove_prefix(1);
  for (const EventWord& word : kEventWords) {
    std::string_view rest = text;
    const std::optional<int> first = take_number(rest, word.name, 3);
    const std::optional<int> second = word.second ? take_number(rest, ".v", 3) : 0;
    const std::optional<int> channel = take_number(rest, ".c", 0);
    if (!first || !second || !channel || !rest.empty()) continue;
    if (*first > 127 || *second > 127 || *channel > 15) return std::nullopt;
    return TimedMessage{static_cast<double>(*delta),
                        word.kind,
                        static_cast<std::uint8_t>(*channel),
                        {static_cast<std::uint8_t>(*first), static_cast<std::uint8_t>(*second)}};
  }
  return std::nullopt;
}

}  // namespace

MidiText encode_midi_text(const MidiFile& file, const MidiTextOptions& options) {
  require<ValueError>(options.grid_ms >= 1 && options.grid_ms <= 1000,
                      "midi-text: grid must be between 1 and 1000 ms, got ", options.grid_ms);
  MidiText text;
  StepCounter steps(file, options);
  for (const MidiEvent& event : file.events) {
    steps.move_to(event);
    const EventWord* word = word_of(event.kind, options);
    if (word == nullptr) continue;
    if (text.num_events == kMaxMidiTextEvents) {
      text.cut = true;
      break;
    }
    const double delta = steps.take(), kept = std::min<double>(delta, kMaxMidiTextDelta);
    if (kept < delta) ++text.num_clamped;
    put_event(text.events, static_cast<int>(kept), *word, event);
    ++text.num_events;
  }
  return text;
}

std::string midi_header_field(std::string_view name, std::string_view value) {
  constexpr std::string_view kKept =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.,+:/()-";
  constexpr std::size_t kMaxLength = 80;
  std::string field = message(name, '=');
  const std::size_t limit = field.size() + kMaxLength;
  for (const char c : value) {
    const bool continues_utf8 = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (continues_utf8) continue;  // one `_` a character, not a byte
    if (field.size() == limit) break;
    field += kKept.find(c) != std::string_view::npos ? c : '_';
  }
  return field + '|';
}

DecodedMidiText decode_midi_text(std::string_view text, index_t grid_ms) {
  DecodedMidiText decoded;
  double steps = 0;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(" \n\r\t"), text.size());
    std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    word.remove_prefix(word.rfind('|') + 1);  // npos + 1 is 0
    if (word.empty()) continue;
    std::optional<TimedMessage> event = parse_event(word);
    if (!event) {
      ++decoded.num_ignored;
      continue;
    }
    steps += event->seconds;
    event->seconds = steps * static_cast<double>(grid_ms) / 1000.0;
    decoded.messages.push_back(*event);
  }
  close_open_notes(decoded.messages);
  return decoded;
}

}  // namespace pj
