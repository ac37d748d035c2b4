#include "pj/data/zstd_frames.h"

#include <doctest/doctest.h>

#include <string>

#include "testing/shards.h"

using pj::compress_frame;
using pj::decompress_frame;
using pj::inspect_frame;

TEST_SUITE_BEGIN("zstd_frames");

TEST_CASE("a frame comes back, and says its size, content size and checksum") {
  const std::string raw = pj::testing::raw_bytes(pj::testing::consecutive(5000));
  for (const int level : {1, 9, 22}) {
    const std::string frame = compress_frame(raw, level);
    const pj::FrameInfo info = inspect_frame(frame + "what follows");
    CHECK(info.size == frame.size());
    CHECK(info.content_size == raw.size());
    CHECK(info.has_checksum);
    CHECK_FALSE(info.skippable);
    std::string out(raw.size() + 5, '\0');
    CHECK(decompress_frame(frame, out) == raw.size());
    CHECK(out.substr(0, raw.size()) == raw);
  }
  CHECK_THROWS_AS(compress_frame(raw, 0), pj::ValueError);
  CHECK_THROWS_AS(compress_frame(raw, 23), pj::ValueError);
}

TEST_CASE("a skippable frame is seen as one") {
  const std::string frame = pj::skippable_frame(pj::kHeaderMagic, "{}");
  CHECK(frame == std::string("\x50\x2A\x4D\x18\x02\0\0\0{}", 10));
  const pj::FrameInfo info = inspect_frame(frame + "x");
  CHECK(info.skippable);
  CHECK(info.size == 10);
  CHECK(info.content_size == 0);
}

TEST_CASE("every truncation and a buffer that is too small are refused") {
  const std::string frame = compress_frame("hello world, hello world", 3);
  std::string out(24, '\0');
  for (std::size_t size = 0; size < frame.size(); ++size)
    CHECK_THROWS_AS(decompress_frame(frame.substr(0, size), out), pj::ValueError);
  CHECK_THROWS_AS(decompress_frame(frame + "x", out), pj::ValueError);
  out.resize(23);
  CHECK_THROWS_WITH_AS(decompress_frame(frame, out),
                       "frame claims 24 bytes of content, at most 23 are allowed", pj::ValueError);
}

TEST_CASE("a probe tells a good stream from one that is cut off, empty or damaged") {
  const std::string one = compress_frame(std::string(300000, 'x'), 3), two = compress_frame("y", 3);
  const pj::StreamProbe good = pj::probe_stream(one + two);
  CHECK(good.fault == "");
  CHECK(good.ended);
  CHECK(good.content_size == 300001);

  const pj::StreamProbe cut = pj::probe_stream(one + two.substr(0, two.size() - 1));
  CHECK(cut.fault == "");
  CHECK_FALSE(cut.ended);
  CHECK(cut.frame_offset == one.size());

  std::string damaged = one + two;
  damaged.back() ^= 1;
  const pj::StreamProbe bad = pj::probe_stream(damaged);
  CHECK(bad.fault != "");
  CHECK(bad.frame_offset == one.size());

  CHECK(pj::probe_stream(compress_frame(std::string(131072, 'x'), 3)).ended);
  CHECK_FALSE(pj::probe_stream("").ended);
}

TEST_SUITE_END();
