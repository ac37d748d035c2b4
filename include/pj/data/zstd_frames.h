#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// The first four bytes of a zstd frame, and of the skippable frames this project writes.
inline constexpr std::uint32_t kZstdMagic = 0xFD2FB528;
inline constexpr std::uint32_t kHeaderMagic = 0x184D2A50;
inline constexpr std::uint32_t kSeekTableMagic = 0x184D2A5E;

/// What a frame says about itself. Nothing of it is to be trusted for an allocation.
struct FrameInfo {
  bool skippable = false;                     ///< carries no content for a decoder
  std::size_t size = 0;                       ///< bytes in the file, magic to checksum
  std::optional<std::uint64_t> content_size;  ///< decompressed bytes; 0 for a skippable frame
  bool has_checksum = false;                  ///< ends with the low half of the content's XXH64
};

/// One frame with content size and checksum; throws ValueError for a level zstd does not have.
std::string compress_frame(std::string_view raw, int level);

/// A skippable frame around a payload; throws ValueError if it exceeds 4 GiB.
std::string skippable_frame(std::uint32_t magic, std::string_view payload);

/// Looks at the frame the bytes begin with; throws ValueError if it is none or is cut off.
FrameInfo inspect_frame(std::string_view bytes);

/// Decodes the one frame the bytes hold and returns how many bytes it wrote to `out`. Throws
/// ValueError if the frame is damaged, holds more than `out` can or needs a dictionary.
std::size_t decompress_frame(std::string_view frame, std::span<char> out);

/// How far the beginning of a zstd stream can be decoded, in memory that does not depend on it.
struct StreamProbe {
  std::size_t content_size = 0;  ///< bytes it decoded to before it ended or failed
  std::size_t frame_offset = 0;  ///< where the first frame that did not end begins
  bool ended = false;            ///< the bytes end where a frame ends
  std::string fault;             ///< why decoding stopped; empty if nothing is wrong so far
};
StreamProbe probe_stream(std::string_view bytes);

}  // namespace pj
