#include "pj/core/terminal_text.h"

#include <doctest/doctest.h>

using pj::terminal_text;

TEST_SUITE_BEGIN("terminal_text");

TEST_CASE("printable text of any script, newlines and tabs stay as they are") {
  const std::string text = "Op. 9,\tNo. 1\n\xC3\xA9 \xE2\x99\xAF \xF0\x9D\x84\x9E \\x";
  CHECK(terminal_text(text) == text);
  CHECK(terminal_text("").empty());
}

TEST_CASE("escape sequences and other control characters lose their power") {
  CHECK(terminal_text("\x1B[31mred\x1B[0m") == "\\x1B[31mred\\x1B[0m");
  CHECK(terminal_text("\x1B]0;title\x07") == "\\x1B]0;title\\x07");
  CHECK(terminal_text(std::string("a\0b\r\b\x7F", 6)) == "a\\x00b\\x0D\\x08\\x7F");
  CHECK(terminal_text("\xC2\x9B"
                      "2J") == "\\xC2\\x9B2J");
}

TEST_CASE("characters that turn the direction of text or break lines are shown as bytes") {
  CHECK(terminal_text("a\xE2\x80\xAE"
                      "b") == "a\\xE2\\x80\\xAEb");
  CHECK(terminal_text("\xE2\x81\xA6\xE2\x80\xA8\xD8\x9C") ==
        "\\xE2\\x81\\xA6\\xE2\\x80\\xA8\\xD8\\x9C");
}

TEST_CASE("bytes that are no UTF-8 are shown one by one, and what follows them is read") {
  CHECK(terminal_text("\xFF\x80z") == "\\xFF\\x80z");
  CHECK(terminal_text("\xC3(") == "\\xC3(");
  CHECK(terminal_text("\xE2\x99") == "\\xE2\\x99");
  CHECK(terminal_text("\xC0\xAF") == "\\xC0\\xAF");           // an overlong slash
  CHECK(terminal_text("\xE0\x80\x9B") == "\\xE0\\x80\\x9B");  // an overlong control
  CHECK(terminal_text("\xED\xA0\x80") == "\\xED\\xA0\\x80");  // a surrogate
  CHECK(terminal_text("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");
}

TEST_SUITE_END();
