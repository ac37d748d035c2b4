#pragma once

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "testing/golden.h"

namespace pj::testing {

/// A file of the real corpora, which stand beside the golden values: the environment's PJROPE_DATA
/// or
/// `../data` seen from the golden folder. A test skips, saying so, what does not exist.
inline std::filesystem::path real_data_path(std::string_view name) {
  const char* folder = std::getenv("PJROPE_DATA");
  return (folder != nullptr ? std::filesystem::path(folder) : golden_path("../data")) / name;
}

/// A file the golden values of MIDI name: `openmsx/...` is where Debian's openttd-openmsx puts it.
inline std::filesystem::path real_midi_path(std::string_view name) {
  constexpr std::string_view kOpenMsx = "openmsx/";
  if (name.starts_with(kOpenMsx))
    return std::filesystem::path("/usr/share/games/openttd/baseset") / name;
  return real_data_path("midi") / name;
}

}  // namespace pj::testing
