#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "pj/core/files.h"

namespace pj::testing {

/// A file of measured numbers: in the folder PJROPE_GOLDEN names, else in tests/golden.
inline std::filesystem::path golden_path(const std::string& name) {
  const char* folder = std::getenv("PJROPE_GOLDEN");
  return std::filesystem::path(folder != nullptr ? folder : PJ_SOURCE_DIR "/tests/golden") / name;
}

inline nlohmann::json golden_json(const std::string& name) {
  return nlohmann::json::parse(read_file(golden_path(name)));
}

}  // namespace pj::testing
