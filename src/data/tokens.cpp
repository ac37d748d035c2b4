#include "pj/data/tokens.h"

#include <algorithm>

#include "little_endian.h"

namespace pj {
namespace {

template <class T>
index_t largest(std::string_view raw) {
  T result = 0;
  for (std::size_t i = 0; i < raw.size() / sizeof(T); ++i)
    result = std::max(result, load<T>(raw, i * sizeof(T)));
  return result;
}

template <class T>
void widen(const char* from, index_t count, std::int32_t* out) {
  const std::string_view raw(from, static_cast<std::size_t>(count) * sizeof(T));
  for (index_t i = 0; i < count; ++i)
    out[i] = load<T>(raw, static_cast<std::size_t>(i) * sizeof(T));
}

}  // namespace

std::string_view token_type_name(TokenType dtype) { return dtype == TokenType::u8 ? "u8" : "u16"; }

TokenType token_type(std::string_view name) {
  require<ValueError>(name == "u8" || name == "u16", "token_type: dtype must be u8 or u16, got ",
                      name);
  return name == "u8" ? TokenType::u8 : TokenType::u16;
}

index_t token_bytes(TokenType dtype) { return dtype == TokenType::u8 ? 1 : 2; }

index_t token_limit(TokenType dtype) { return dtype == TokenType::u8 ? 256 : 65536; }

index_t largest_token(std::string_view raw, TokenType dtype) {
  if (raw.size() < static_cast<std::size_t>(token_bytes(dtype))) return -1;
  return dtype == TokenType::u8 ? largest<std::uint8_t>(raw) : largest<std::uint16_t>(raw);
}

void widen_tokens(std::string_view raw, TokenType dtype, index_t begin, index_t count,
                  std::int32_t* out) {
  const char* const from = raw.data() + begin * token_bytes(dtype);
  if (dtype == TokenType::u8)
    widen<std::uint8_t>(from, count, out);
  else
    widen<std::uint16_t>(from, count, out);
}

}  // namespace pj
