#pragma once

#include <cstdint>
#include <string_view>

namespace pj {

/// XXH64 with seed 0: the checksum zstd frames carry (its low 32 bits) and seek tables repeat.
///
/// source    Collet, xxHash fast digest algorithm, specification 0.1.1
std::uint64_t xxh64(std::string_view bytes);

/// The low 32 bits, as frames and seek tables store them.
inline std::uint32_t frame_checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(xxh64(bytes));
}

}  // namespace pj
