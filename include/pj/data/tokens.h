#pragma once

#include <cstdint>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// How a token is stored: one byte, or two in little-endian order.
enum class TokenType { u8, u16 };

/// "u8" or "u16", and back; token_type throws ValueError for any other name.
std::string_view token_type_name(TokenType dtype);
TokenType token_type(std::string_view name);

/// Bytes a token takes: 1 or 2.
index_t token_bytes(TokenType dtype);

/// How many different tokens can be stored: 256 or 65536.
index_t token_limit(TokenType dtype);

/// The largest token of raw token bytes, -1 if there is none.
index_t largest_token(std::string_view raw, TokenType dtype);

/// Writes tokens [begin, begin + count) of raw token bytes to out[0, count).
void widen_tokens(std::string_view raw, TokenType dtype, index_t begin, index_t count,
                  std::int32_t* out);

}  // namespace pj
