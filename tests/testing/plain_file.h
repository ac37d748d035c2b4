#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string_view>

namespace pj::testing {

/// Writes a new file without flushing it to the disk, for tests that make hundreds.
inline void write_plainly(const std::filesystem::path& path, std::string_view content) {
  std::filesystem::remove(path);  // a file system may flush one that is cut and written again
  std::ofstream out(path, std::ios::binary);
  out << content;
  REQUIRE(out.flush().good());
}

}  // namespace pj::testing
