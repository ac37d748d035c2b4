#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// The whole file as bytes; throws IoError with the path and the system's reason.
std::string read_file(const std::filesystem::path& path);

/// Replaces a file so that a kill at any moment leaves the old content or the new, never a part:
/// writes to a temporary name in the same folder, flushes to the disk, renames, flushes the folder.
/// Creates the folder if it is missing. Throws IoError and leaves nothing behind when it fails.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

/// The same for content made piece by piece: `write` is given the stream of the temporary file.
void write_file_atomically(const std::filesystem::path& path,
                           const std::function<void(std::ostream&)>& write);

/// Appends one text (a row with its newline) and hands it to the system before it returns.
void append_to_file(const std::filesystem::path& path, std::string_view text);

/// What to do about a folder that another process holds.
enum class LockWait {
  kRefuse,  ///< throw ValueError
  kWait,    ///< until it is free
};

/// Keeps other processes that ask for the same out of a folder that exists, while it lives; the
/// system lets go of it when the process ends, however it ends. Where the file system has no locks
/// it holds nobody off.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder, LockWait wait = LockWait::kRefuse);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace pj
