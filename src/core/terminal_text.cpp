#include "pj/core/terminal_text.h"

#include <cstdint>

namespace pj {
namespace {

std::uint8_t byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<std::uint8_t>(bytes[i]);
}

/// A character at the beginning of a text: its code and bytes; 0 bytes if it is no UTF-8.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;
};

Character first_character(std::string_view bytes) {
  const std::uint8_t lead = byte_at(bytes, 0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || bytes.size() < size) return {};
  std::uint32_t code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(bytes, i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte_at(bytes, i) & 0x3Fu);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code >= kSmallest[size] && code <= 0x10FFFF && !surrogate ? Character{code, size}
                                                                   : Character{};
}

bool is_safe(std::uint32_t code) {
  const auto within = [code](std::uint32_t first, std::uint32_t last) {
    return first <= code && code <= last;
  };
  if (code == '\n' || code == '\t') return true;
  const bool control = code < 0x20 || within(0x7F, 0x9F);
  const bool separates_lines = within(0x2028, 0x2029);
  const bool turns =
      code == 0x061C || within(0x200E, 0x200F) || within(0x202A, 0x202E) || within(0x2066, 0x2069);
  return !control && !separates_lines && !turns;
}

}  // namespace

std::string terminal_text(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string text;
  while (!bytes.empty()) {
    const Character c = first_character(bytes);
    const std::size_t size = c.size > 0 ? c.size : 1;
    if (c.size > 0 && is_safe(c.code)) {
      text.append(bytes.substr(0, size));
    } else {
      for (std::size_t i = 0; i < size; ++i)
        text.append({'\\', 'x', kDigits[byte_at(bytes, i) >> 4], kDigits[byte_at(bytes, i) & 0xF]});
    }
    bytes.remove_prefix(size);
  }
  return text;
}

}  // namespace pj
