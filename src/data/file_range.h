#pragma once

#include <filesystem>
#include <string>

#include "pj/core/error.h"

namespace pj {

/// Bytes in a file; throws IoError unless it is a file that can be read.
index_t readable_size(const std::filesystem::path& path);

/// Reads bytes [offset, offset + size) into `bytes`; throws FileFault if the file ends before.
/// The file is opened anew each time, so a corpus may have more shards than a process may files.
void read_range(const std::filesystem::path& path, index_t offset, index_t size,
                std::string& bytes);

/// A fault inside a file; the message reads `path: byte 12: reason`.
struct FileFault : IoError {
  FileFault(const std::filesystem::path& path, index_t where, const std::string& why)
      : IoError(message(path.string(), ": byte ", where, ": ", why)), offset(where), reason(why) {}

  index_t offset;
  std::string reason;
};

}  // namespace pj
