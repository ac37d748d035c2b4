#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// A frame as the seek table lists it: sizes in bytes, checksum = low 32 bits of the XXH64 of the
/// content; of a skippable frame, raw_size is 0 and the checksum is that of its payload.
struct SeekEntry {
  std::uint32_t compressed_size = 0;
  std::uint32_t raw_size = 0;
  std::uint32_t checksum = 0;
};

/// The skippable frame a seekable zstd file ends with.
///
///   5E 2A 4D 18 | u32 size of the rest | entries x (u32, u32, u32) | u32 entries | 80 | B1 EA 92
///   8F
///
/// source    zstd seekable format, version 0.1.0 (contrib/seekable_format of the zstd sources)
std::string seek_table_frame(const std::vector<SeekEntry>& entries);

/// A seek table found in a file, and where it begins: the sum of all compressed sizes.
struct SeekTable {
  std::vector<SeekEntry> entries;
  index_t offset = 0;
};

/// Reads the table at a file's end and checks it against the file's size. Throws IoError with
/// path, byte offset and reason; a count the file is too small for is never allocated.
SeekTable read_seek_table(const std::filesystem::path& path, index_t file_size);

}  // namespace pj
