#include "pj/core/nearest.h"

#include <doctest/doctest.h>

#include <vector>

TEST_SUITE_BEGIN("nearest");

TEST_CASE("the distance counts single edits and swaps of neighbours") {
  CHECK(pj::edit_distance("", "abc") == 3);
  CHECK(pj::edit_distance("kitten", "sitting") == 3);
  CHECK(pj::edit_distance("trian", "train") == 1);
  CHECK(pj::edit_distance("same", "same") == 0);
}

TEST_CASE("the nearest known word is suggested, a distant one is not") {
  const std::vector<std::string> known = {"train", "eval", "train-len"};
  CHECK(pj::suggestion("trian", known) == "; did you mean 'train'?");
  CHECK(pj::suggestion("trainlen", known) == "; did you mean 'train-len'?");
  CHECK(pj::suggestion("frobnicate", known).empty());
  CHECK(pj::suggestion("xy", std::vector<std::string>{"ab"}).empty());
}

TEST_SUITE_END();
