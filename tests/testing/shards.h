#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/corpus_writer.h"
#include "pj/data/zstd_frames.h"

namespace pj::testing {

inline const CorpusInfo kBytes = {TokenType::u8, 256, "bytes", {}};
inline const CorpusInfo kNumbers = {TokenType::u16, 65536, "numbers", {{"step", "1"}}};

/// 0, 1, 2, ...: a window of such tokens is right iff it is a range.
inline std::vector<std::uint16_t> consecutive(index_t count) {
  std::vector<std::uint16_t> tokens(static_cast<std::size_t>(count));
  std::iota(tokens.begin(), tokens.end(), std::uint16_t{0});
  return tokens;
}

/// The raw bytes of 16-bit tokens.
inline std::string raw_bytes(const std::vector<std::uint16_t>& tokens) {
  return {reinterpret_cast<const char*>(tokens.data()), tokens.size() * 2};
}

/// A corpus of consecutive 16-bit numbers, in small shards of small frames.
inline std::vector<std::filesystem::path> write_numbers(const std::filesystem::path& folder,
                                                        index_t count, ShardLimits limits) {
  CorpusWriter writer(folder, kNumbers, 1, limits);
  writer.append(consecutive(count));
  return writer.finish();
}

/// Writes a file as it is, quickly: nothing is flushed to the disk.
inline void write_plain(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// What `zstd -d` makes of a file: the content of every frame, skippable ones left out.
inline std::string decode_stream(std::string_view bytes) {
  std::string content;
  while (!bytes.empty()) {
    const FrameInfo info = inspect_frame(bytes);
    std::string raw(info.content_size.value_or(0), '\0');
    if (!info.skippable) decompress_frame(bytes.substr(0, info.size), raw);
    content += raw;
    bytes.remove_prefix(info.size);
  }
  return content;
}

}  // namespace pj::testing
