#pragma once

#include <unistd.h>

#include <filesystem>

#include "pj/core/error.h"

namespace pj::testing {

/// A new empty folder that is removed, with all it holds, when the object ends.
class TempFolder {
 public:
  TempFolder() {
    static int count = 0;
    path_ =
        std::filesystem::temp_directory_path() / message("pjrope-test-", ::getpid(), "-", ++count);
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace pj::testing
