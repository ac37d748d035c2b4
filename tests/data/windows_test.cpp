#include "pj/data/windows.h"

#include <doctest/doctest.h>

#include <algorithm>

using pj::index_t;
using pj::Split;
using pj::split_tokens;

TEST_SUITE_BEGIN("windows");

TEST_CASE("the first nine tenths train, or half when the rest would be under 512 tokens") {
  CHECK(split_tokens(1115394).train == 1003854);
  CHECK(split_tokens(5120).train == 4608);
  CHECK(split_tokens(5120).evaluation() == 512);
  CHECK(split_tokens(5111).train == 4599);  // the rest is rounded up: 512
  CHECK(split_tokens(5110).train == 2555);
  CHECK(split_tokens(3).train == 1);
  CHECK(split_tokens(0).train == 0);
  CHECK(split_tokens(INT64_MAX).train == 8301034833169298226);
}

TEST_CASE("windows fill their part of the corpus to both ends and never leave it") {
  const Split split = {20, 30};
  std::vector<int> trained(30, 0), evaluated(30, 0);
  for (index_t step = 0; step < 100; ++step)
    for (const index_t start : pj::training_windows(split, 1, step, 3, 8)) {
      for (index_t i = 0; i <= 3; ++i) ++trained[static_cast<std::size_t>(start + i)];
    }
  for (const index_t start : pj::evaluation_windows(split, 1, 3, 200))
    for (index_t i = 0; i <= 3; ++i) ++evaluated[static_cast<std::size_t>(start + i)];
  for (std::size_t i = 0; i < 30; ++i) {
    CHECK((trained[i] > 0) == (i < 20));
    CHECK((evaluated[i] > 0) == (i >= 20));
  }
}

TEST_CASE("windows are functions of seed and step, or of seed and length") {
  const Split split = split_tokens(100000);
  CHECK(pj::training_windows(split, 1, 5, 16, 4) == pj::training_windows(split, 1, 5, 16, 4));
  CHECK(pj::training_windows(split, 1, 5, 16, 4) != pj::training_windows(split, 1, 6, 16, 4));
  CHECK(pj::training_windows(split, 1, 5, 16, 4) != pj::training_windows(split, 2, 5, 16, 4));
  const auto few = pj::evaluation_windows(split, 1, 16, 4);
  const auto many = pj::evaluation_windows(split, 1, 16, 9);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  CHECK(few != pj::evaluation_windows(split, 1, 17, 4));
}

TEST_CASE("the only window that fits is found, and one token less is refused") {
  CHECK(pj::training_windows({4, 8}, 0, 0, 3, 2) == std::vector<index_t>{0, 0});
  CHECK(pj::evaluation_windows({4, 8}, 0, 3, 1) == std::vector<index_t>{4});
  CHECK_THROWS_WITH_AS(pj::training_windows({3, 8}, 0, 0, 3, 2),
                       "windows: 4 tokens are needed, got 3", pj::ValueError);
  CHECK_THROWS_AS(pj::evaluation_windows({4, 8}, 0, 0, 1), pj::ValueError);
}

TEST_CASE("lengths a corpus has no room for are refused with both counts") {
  const Split split = split_tokens(10000);
  CHECK_NOTHROW(pj::require_lengths("c", split, 8999, {999, 512}));
  CHECK_NOTHROW(pj::require_lengths("c", split, 0, {}));
  CHECK_THROWS_WITH_AS(pj::require_lengths("c", split, 9000, {}),
                       "c: training at length 9000 needs 9001 tokens, there are 9000 (of 10000 "
                       "tokens 9000 train and 1000 evaluate)",
                       pj::ValueError);
  CHECK_THROWS_WITH_AS(pj::require_lengths("c", split, 512, {512, 8192}),
                       "c: evaluation at length 8192 needs 8193 tokens, there are 1000 (of 10000 "
                       "tokens 9000 train and 1000 evaluate)",
                       pj::ValueError);
}

TEST_SUITE_END();
