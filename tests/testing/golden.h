#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pj/core/files.h"

namespace pj::testing {

/// A file of measured values: in the folder PJROPE_GOLDEN names, else in the repository's.
inline std::filesystem::path golden_path(std::string_view name) {
  const char* const folder = std::getenv("PJROPE_GOLDEN");
  return std::filesystem::path(folder != nullptr ? folder : PJ_SOURCE_DIR "/tests/golden") / name;
}

inline nlohmann::json golden_json(std::string_view name) {
  return nlohmann::json::parse(read_file(golden_path(name)));
}

}  // namespace pj::testing
