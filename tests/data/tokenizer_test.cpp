#include "pj/data/tokenizer.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("tokenizer");

TEST_CASE("a tokenizer is found by name, and an unknown one lists those there are") {
  CHECK(pj::find_tokenizer("midi-events").vocab == 388);
  CHECK(pj::find_tokenizer("midi-events").dtype == "u16");
  CHECK_FALSE(pj::find_tokenizer("bytes").midi);
  CHECK_THROWS_WITH_AS(pj::find_tokenizer("words"),
                       "tokenizer: must be one of bytes, midi-text, midi-events, got words",
                       pj::UsageError);
}

TEST_SUITE_END();
