#pragma once

#include <string>
#include <string_view>

namespace pj {

/// Bytes as text that is safe to show on a terminal, whatever they are: printable UTF-8, newlines
/// and tabs stay; every byte of anything else (other control characters and so every escape
/// sequence, what turns the direction of text, bytes that are no UTF-8) is written `\xHH`.
std::string terminal_text(std::string_view bytes);

}  // namespace pj
