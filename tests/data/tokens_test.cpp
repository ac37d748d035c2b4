#include "pj/data/tokens.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using pj::TokenType;

TEST_SUITE_BEGIN("tokens");

TEST_CASE("a token type is known by its name") {
  CHECK(pj::token_type("u8") == TokenType::u8);
  CHECK(pj::token_type("u16") == TokenType::u16);
  CHECK(pj::token_type_name(TokenType::u16) == "u16");
  CHECK_THROWS_AS(pj::token_type("u32"), pj::ValueError);
}

TEST_CASE("tokens are unsigned, two-byte tokens little-endian") {
  const std::string raw("\x01\x80\xff\xff\x02\x00", 6);
  std::vector<std::int32_t> out(3);
  pj::widen_tokens(raw, TokenType::u16, 0, 3, out.data());
  CHECK(out == std::vector<std::int32_t>{0x8001, 0xffff, 2});
  pj::widen_tokens(raw, TokenType::u8, 1, 3, out.data());
  CHECK(out == std::vector<std::int32_t>{0x80, 0xff, 0xff});
  CHECK(pj::largest_token(raw, TokenType::u16) == 0xffff);
  CHECK(pj::largest_token(raw.substr(4), TokenType::u8) == 2);
  CHECK(pj::largest_token("", TokenType::u8) == -1);
}

TEST_SUITE_END();
