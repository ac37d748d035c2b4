#pragma once

#include <string_view>

namespace pj {

/// Writes `warning: TEXT` as a line of its own to standard error, also from several threads at
/// once.
void warn(std::string_view text);

}  // namespace pj
