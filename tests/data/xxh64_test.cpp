#include "pj/data/xxh64.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "pj/data/zstd_frames.h"

TEST_SUITE_BEGIN("xxh64");

TEST_CASE("published values come out") {
  CHECK(pj::xxh64("") == 0xEF46DB3751D8E999);
  CHECK(pj::xxh64("a") == 0xD24EC4F1A98C6E5B);
  CHECK(pj::xxh64("abc") == 0x44BC2CF5AD770999);
}

TEST_CASE("the low half is the checksum zstd ends a frame with, at every length") {
  std::string text;
  for (int length = 0; length < 200; ++length) {
    const std::string frame = pj::compress_frame(text, 1);
    std::uint32_t end;
    std::memcpy(&end, frame.data() + frame.size() - 4, 4);
    CHECK(pj::frame_checksum(text) == end);
    text += static_cast<char>(length * 31 + 200);
  }
}

TEST_SUITE_END();
