#include "pj/data/midi_file.h"

#include <algorithm>

#include "midi_track.h"

namespace pj {
namespace {

/// The part of a file that is the MIDI file proper; offsets stay those of the whole file.
struct Extent {
  std::size_t begin, end;
};

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

/// The first characters of a file, for a message: what cannot be printed is a dot.
std::string beginning(std::string_view bytes) {
  std::string text(bytes.substr(0, 16));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '.';
  return text;
}

Extent unwrap(std::string_view bytes, MidiFaults& faults) {
  if (!bytes.starts_with("RIFF")) return {0, bytes.size()};
  if (bytes.size() < 12 || bytes.substr(8, 4) != "RMID")
    throw MidiError(
        8, message("a RIFF file must be of the kind RMID, got \"",
                   beginning(bytes.substr(std::min<std::size_t>(8, bytes.size()), 4)), '"'));
  std::size_t at = 12;
  while (bytes.size() - at >= 8) {
    const std::size_t length = little_endian(bytes, at + 4), left = bytes.size() - at - 8;
    if (bytes.substr(at, 4) == "data") {
      if (length > left) faults.add(MidiFault::kLongChunk, at);
      return {at + 8, at + 8 + std::min(length, left)};
    }
    at += 8 + std::min(length + length % 2, left);
  }
  throw MidiError(at, "a RIFF file must have a chunk named data, got none");
}

void read_division(MidiFile& file, std::string_view bytes, std::size_t at) {
  const std::uint32_t division = big_endian(bytes, at, 2);
  if (division == 0) throw MidiError(at, "division must not be 0");
  if (division < 0x8000) {
    file.ticks_per_quarter = static_cast<int>(division);
    return;
  }
  const int frames = 256 - static_cast<int>(division >> 8);
  const int ticks = static_cast<int>(division & 0xFF);
  if (ticks == 0) throw MidiError(at, "an SMPTE division must not have 0 ticks a frame");
  if (frames != 24 && frames != 25 && frames != 29 && frames != 30)
    throw MidiError(
        at, message("an SMPTE division must have 24, 25, 29 or 30 frames a second, got ", frames));
  const double frame_rate = frames == 29 ? 30000.0 / 1001.0 : frames;  // drop-frame timecode
  file.smpte_tick = 1.0 / (frame_rate * ticks);
}

/// Reads the header chunk and returns where the next one begins.
std::size_t read_header(MidiFile& file, std::string_view bytes, std::size_t begin) {
  if (bytes.substr(begin, 4) != "MThd")
    throw MidiError(begin, message("a MIDI file must begin with MThd, got \"",
                                   beginning(bytes.substr(begin)), '"'));
  const std::size_t left = bytes.size() - begin;
  if (left < 14) throw MidiError(begin, message("the header must have 14 bytes, got ", left));
  const std::size_t length = big_endian(bytes, begin + 4, 4);
  if (length < 6 || length > left - 8)
    throw MidiError(begin + 4, message("the header's length must be between 6 and the ", left - 8,
                                       " bytes that are left, got ", length));
  file.format = static_cast<int>(big_endian(bytes, begin + 8, 2));
  if (file.format > 1)
    throw MidiError(begin + 8, message("only formats 0 and 1 are read, got format ", file.format));
  read_division(file, bytes, begin + 12);
  return begin + 8 + length;
}

/// Reads one track chunk and returns where reading goes on.
std::size_t read_track(MidiFile& file, std::string_view bytes, std::size_t at, Extent body,
                       bool too_long, MidiFaults& faults) {
  TrackReader track(bytes, body.begin, body.end, static_cast<std::uint32_t>(file.num_tracks++),
                    faults, file.events);
  track.read();
  file.end_tick = std::max(file.end_tick, track.tick());
  if (track.at() == body.end) return body.end;
  const std::size_t next = bytes.find(kTrackTag, track.at());
  if (next >= body.end) {
    faults.add(MidiFault::kAfterEndOfTrack, track.at());
    return body.end;
  }
  if (!too_long) faults.add(MidiFault::kSwallowedChunk, at);
  return next;
}

void read_chunks(MidiFile& file, std::string_view bytes, std::size_t at, MidiFaults& faults) {
  while (at < bytes.size()) {
    const std::size_t left = bytes.size() - at;
    if (left < 8) return faults.add(MidiFault::kTrailingBytes, at);
    const std::size_t length = big_endian(bytes, at + 4, 4);
    const bool too_long = length > left - 8;
    if (too_long) faults.add(MidiFault::kLongChunk, at);
    const Extent body{at + 8, too_long ? bytes.size() : at + 8 + length};
    if (bytes.substr(at, 4) == kTrackTag)
      at = read_track(file, bytes, at, body, too_long, faults);
    else
      at = too_long ? std::min(bytes.find(kTrackTag, body.begin), body.end) : body.end;
  }
}

}  // namespace

std::string_view fault_text(MidiFault fault) {
  switch (fault) {
    case MidiFault::kNoEndOfTrack:
      return "a track without end-of-track";
    case MidiFault::kLongChunk:
      return "a chunk longer than the file";
    case MidiFault::kSwallowedChunk:
      return "a chunk whose length covers the next track";
    case MidiFault::kAfterEndOfTrack:
      return "bytes after end-of-track";
    case MidiFault::kRunningStatus:
      return "running status across a meta event or SysEx";
    case MidiFault::kDataByte:
      return "a channel message with a data byte of 128 or more";
    case MidiFault::kSystemByte:
      return "a system message that does not belong in a file";
    case MidiFault::kTrackCount:
      return "a number of tracks other than the header's";
    case MidiFault::kTrailingBytes:
      return "bytes after the last chunk";
  }
  return "";
}

MidiFile parse_midi(std::string_view bytes, bool strict) {
  if (bytes.empty()) throw MidiError(0, "a MIDI file must not be empty");
  MidiFile file;
  MidiFaults faults(strict, file.warnings);
  const Extent extent = unwrap(bytes, faults);
  const std::string_view inner = bytes.substr(0, extent.end);
  const std::size_t chunks = read_header(file, inner, extent.begin);
  read_chunks(file, inner, chunks, faults);
  const std::size_t count_at = extent.begin + 10;
  if (file.num_tracks != static_cast<index_t>(big_endian(inner, count_at, 2)))
    faults.add(MidiFault::kTrackCount, count_at);
  std::stable_sort(file.events.begin(), file.events.end(),
                   [](const MidiEvent& a, const MidiEvent& b) { return a.tick < b.tick; });
  return file;
}

}  // namespace pj
