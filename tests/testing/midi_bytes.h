#pragma once

#include <string>

namespace pj::testing {

/// Bytes written as hexadecimal digits; spaces between pairs are for the reader.
inline std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += hex[i] == ' ' ? 1 : 2)
    if (hex[i] != ' ') bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

/// A chunk whose length is right unless `length` says otherwise.
inline std::string midi_chunk(const std::string& tag, const std::string& body, int length = -1) {
  const std::size_t n = length < 0 ? body.size() : static_cast<std::size_t>(length);
  std::string chunk = tag;
  for (int shift = 24; shift >= 0; shift -= 8) chunk += static_cast<char>(n >> shift & 0xFF);
  return chunk + body;
}

/// A format 1 header of so many tracks with 500 ticks a quarter: 1 ms each until a tempo event.
inline std::string midi_header(int tracks = 1) {
  return midi_chunk("MThd", from_hex("0001 00") + static_cast<char>(tracks) + from_hex("01f4"));
}

/// A track of these events with its end.
inline std::string midi_track(const std::string& hex) {
  return midi_chunk("MTrk", from_hex(hex + "00ff2f00"));
}

}  // namespace pj::testing
