#include "data/frame_cache.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

TEST_SUITE_BEGIN("frame_cache");

TEST_CASE("the frame used longest ago goes first, and the limit is never exceeded") {
  pj::FrameCache cache(30);
  int num_decoded = 0;
  const auto use = [&](pj::index_t k, pj::index_t size) {
    const auto bytes = cache.get({0, k}, size, [&](std::span<char> raw) {
      ++num_decoded;
      std::fill(raw.begin(), raw.end(), static_cast<char>('a' + k));
    });
    CHECK(bytes.view() == std::string(static_cast<std::size_t>(size), static_cast<char>('a' + k)));
    CHECK(cache.size() <= 30);
  };
  use(0, 10);
  use(1, 10);
  use(2, 10);
  use(0, 10);
  CHECK(num_decoded == 3);
  use(3, 10);  // instead of 1
  use(0, 10);
  use(2, 10);
  CHECK(num_decoded == 4);
  use(1, 10);
  CHECK(num_decoded == 5);
  use(4, 31);  // larger than everything: handed out, not kept
  CHECK(cache.size() == 30);
}

TEST_CASE("a frame that cannot be decoded is not kept") {
  pj::FrameCache cache(100);
  CHECK_THROWS_AS(cache.get({0, 0}, 10, [](std::span<char>) { throw pj::IoError("bad"); }),
                  pj::IoError);
  CHECK(cache.size() == 0);
}

TEST_SUITE_END();
