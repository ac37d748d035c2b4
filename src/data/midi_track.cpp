#include "midi_track.h"

namespace pj {

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

void TrackReader::read() {
  if (at_ == end_) return;  // an empty chunk is a track of nothing, not a track that lost its end
  while (at_ < end_ && !next_chunk_begins()) {
    const std::size_t event_at = at_;
    const std::uint64_t tick_before = tick_;
    switch (read_event()) {
      case Step::kGoOn:
        break;
      case Step::kEndOfTrack:
        return;
      case Step::kCutShort:
        tick_ = tick_before;
        faults_.add(MidiFault::kNoEndOfTrack, event_at);
        at_ = end_;
        return;
    }
  }
  faults_.add(MidiFault::kNoEndOfTrack, at_);
}

/// The tag alone could be a delta and a note under running status, so the chunk it would open has
/// to end where the file or another track does.
bool TrackReader::next_chunk_begins() const {
  if (end_ - at_ < 8 || file_.compare(at_, 4, kTrackTag) != 0) return false;
  const std::size_t body = at_ + 8, length = big_endian(file_, at_ + 4, 4);
  if (length > file_.size() - body) return false;
  const std::size_t next = body + length;
  return next == file_.size() || file_.compare(next, 4, kTrackTag) == 0;
}

TrackReader::Step TrackReader::read_event() {
  std::uint32_t delta = 0;
  if (!variable_length(delta) || at_ == end_) return Step::kCutShort;
  tick_ += delta;
  const std::uint8_t status = byte(at_);
  if (status < 0x80) {
    if (running_ == 0)
      throw MidiError(at_, message("a data byte must follow a status byte, got ", int{status},
                                   " with none before it"));
    if (interrupted_) faults_.add(MidiFault::kRunningStatus, at_);
  } else {
    ++at_;
  }
  if (status < 0xF0) {
    if (status >= 0x80) running_ = status;
    interrupted_ = false;
    return channel_message();
  }
  interrupted_ = interrupted_ || status == 0xFF || status < 0xF8;  // real-time bytes leave it alone
  if (status == 0xFF) return meta_event();
  if (status != 0xF0 && status != 0xF7) return system_message(status);
  std::uint32_t length = 0;
  if (!variable_length(length) || length > end_ - at_) return Step::kCutShort;
  at_ += length;
  add_event(MidiKind::kOther);
  return Step::kGoOn;
}

TrackReader::Step TrackReader::channel_message() {
  const auto kind = static_cast<MidiKind>((running_ >> 4) - 8);
  const bool one_byte = kind == MidiKind::kProgram || kind == MidiKind::kChannelPressure;
  const std::size_t count = one_byte ? 1 : 2, begin = at_;
  if (end_ - at_ < count) return Step::kCutShort;
  at_ += count;
  for (std::size_t i = begin; i < at_; ++i) {
    if (byte(i) < 0x80) continue;
    faults_.add(MidiFault::kDataByte, i);
    return Step::kGoOn;
  }
  const std::uint8_t second = one_byte ? std::uint8_t{0} : byte(begin + 1);
  const bool silent_on = kind == MidiKind::kNoteOn && second == 0;
  MidiEvent& event = add_event(silent_on ? MidiKind::kNoteOff : kind);
  event.channel = running_ & 0x0F;
  event.data[0] = byte(begin);
  event.data[1] = second;
  return Step::kGoOn;
}

TrackReader::Step TrackReader::meta_event() {
  constexpr std::uint8_t kEndOfTrackType = 0x2F, kTempoType = 0x51;
  if (at_ == end_) return Step::kCutShort;
  const std::uint8_t type = byte(at_++);
  std::uint32_t length = 0;
  if (!variable_length(length) || length > end_ - at_) return Step::kCutShort;
  const std::size_t begin = at_;
  at_ += length;
  if (type == kEndOfTrackType) return Step::kEndOfTrack;
  if (type == kTempoType && length == 3)
    add_event(MidiKind::kTempo).tempo = big_endian(file_, begin, 3);
  else
    add_event(MidiKind::kOther);
  return Step::kGoOn;
}

TrackReader::Step TrackReader::system_message(std::uint8_t status) {
  faults_.add(MidiFault::kSystemByte, at_ - 1);
  const std::size_t count = status == 0xF2 ? 2 : status == 0xF1 || status == 0xF3 ? 1 : 0;
  if (end_ - at_ < count) return Step::kCutShort;
  at_ += count;
  return Step::kGoOn;
}

/// False if the chunk ends inside the number.
bool TrackReader::variable_length(std::uint32_t& value) {
  const std::size_t begin = at_;
  value = 0;
  while (at_ < end_) {
    const std::uint8_t next = byte(at_++);
    value = value << 7 | (next & 0x7Fu);
    if (next < 0x80) return true;
    if (at_ - begin == 4)
      throw MidiError(begin, "a variable-length number must have at most 4 bytes, got more");
  }
  return false;
}

MidiEvent& TrackReader::add_event(MidiKind kind) {
  MidiEvent event;
  event.tick = tick_;
  event.track = track_;
  event.kind = kind;
  return events_.emplace_back(event);
}

}  // namespace pj
