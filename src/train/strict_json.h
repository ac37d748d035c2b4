#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// One JSON object from a file that is not trusted: refuses what is not strict JSON, text around
/// it, a key given twice, and more than max_depth containers inside each other (a deep value would
/// overflow the stack when it is compared or copied). Throws IoError `where: byte N: ...`; the text
/// begins at byte first_byte of its file.
nlohmann::json parse_object(std::string_view text, const std::string& where, index_t first_byte,
                            int max_depth);

/// The text cut to what fits a message.
std::string shortened(std::string text);

}  // namespace pj
