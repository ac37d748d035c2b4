#pragma once

#include "pj/data/midi_file.h"

namespace pj {

/// The tag of a track chunk.
inline constexpr std::string_view kTrackTag = "MTrk";

/// Big-endian number of 1 to 4 bytes; the caller knows they are there.
std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t count);

/// Notes a fault of the file, or throws it if the reading is strict.
class MidiFaults {
 public:
  MidiFaults(bool strict, std::vector<MidiWarning>& warnings)
      : strict_(strict), warnings_(warnings) {}

  void add(MidiFault fault, std::size_t offset) {
    if (strict_) throw MidiError(offset, std::string(fault_text(fault)));
    warnings_.push_back({offset, fault});
  }

 private:
  bool strict_;
  std::vector<MidiWarning>& warnings_;
};

/// Reads the events of one track chunk, bytes [begin, end) of the file.
class TrackReader {
 public:
  TrackReader(std::string_view file, std::size_t begin, std::size_t end, std::uint32_t track,
              MidiFaults& faults, std::vector<MidiEvent>& events)
      : file_(file), at_(begin), end_(end), track_(track), faults_(faults), events_(events) {}

  /// Reads to the end-of-track or, where that is lost, to the end of the chunk or the next one.
  void read();

  std::size_t at() const { return at_; }  ///< the first byte not read
  std::uint64_t tick() const { return tick_; }

 private:
  enum class Step { kGoOn, kEndOfTrack, kCutShort };

  Step read_event();
  Step channel_message();
  Step meta_event();
  Step system_message(std::uint8_t status);
  bool variable_length(std::uint32_t& value);
  bool next_chunk_begins() const;
  std::uint8_t byte(std::size_t at) const { return static_cast<std::uint8_t>(file_[at]); }
  MidiEvent& add_event(MidiKind kind);

  std::string_view file_;
  std::size_t at_, end_;
  std::uint32_t track_;
  MidiFaults& faults_;
  std::vector<MidiEvent>& events_;
  std::uint64_t tick_ = 0;
  std::uint8_t running_ = 0;  ///< the last channel status, 0 for none
  bool interrupted_ = false;  ///< a meta event or SysEx came since
};

}  // namespace pj
