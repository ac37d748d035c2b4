#pragma once

#include <bit>
#include <cstring>
#include <string>
#include <string_view>

namespace pj {

// Every number of the shard format is little-endian, and so is every machine this is built for;
// a port to another order begins where this stops it.
static_assert(std::endian::native == std::endian::little);

/// The number at a byte offset that the caller has checked.
template <class T>
T load(std::string_view bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

template <class T>
void store(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace pj
