#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pj {

/// Named facts in the order they are shown: {{"version", "0.1.0"}, {"compiler", "GCC 12.2.0"},
/// ...}.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// What this binary is: version, revision (of the source at its last configuration, "unknown"
/// outside git), compiler, build type, target ("this machine" or "portable"), vector width in bits.
Facts build_facts();

}  // namespace pj
