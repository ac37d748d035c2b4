#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pj/core/options.h"

namespace pj {

/// JSON whose keys stay in the order they were added. What looks into one includes
/// nlohmann/json.hpp, which takes the compiler longer than most files do.
using Json = nlohmann::ordered_json;

/// A number as strict JSON has it: null if it is not finite.
Json json_number(double value);

/// Every declared option with the value it resolved to, by name, in declared order; paths as text.
Json json_settings(const Arguments& arguments);

/// The document as a file holds it: two spaces a level, a newline at the end. Bytes that are no
/// UTF-8 (from a file name) become the replacement character, and NaN cannot occur.
std::string json_text(const Json& document);

}  // namespace pj
