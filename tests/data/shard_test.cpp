#include "pj/data/shard.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "pj/core/files.h"
#include "pj/data/xxh64.h"
#include "testing/golden.h"
#include "testing/shards.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using pj::index_t;
using pj::ShardDamage;
using pj::ShardReader;
using pj::testing::TempFolder;
using pj::testing::write_plain;

namespace {

std::string from_hex(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

/// What opening a file with these bytes throws; empty if it opens.
std::string refusal(const fs::path& path, const std::string& bytes) {
  write_plain(path, bytes);
  try {
    (void)ShardReader(path);
  } catch (const pj::IoError& error) {
    return error.what();
  }
  return "";
}

/// A shard of three frames: a repeated text, whose frames have bits that change nothing decoded.
std::string small_shard(const fs::path& path) {
  pj::ShardWriter writer(pj::testing::kBytes, 3, 40);
  writer.begin_document("a");
  writer.append(std::string(40, 'a') + "The quick brown fox jumps over the dog. " +
                "abcabcabcabcabc");
  writer.write(path);
  return pj::read_file(path);
}

/// The frame a byte of the file belongs to, and where it begins.
ShardDamage part_of(const std::vector<pj::ShardFrame>& frames, index_t at) {
  for (std::size_t k = 0; k < frames.size(); ++k)
    if (at >= frames[k].offset && at < frames[k].offset + frames[k].compressed_size)
      return {static_cast<index_t>(k), frames[k].offset, ""};
  return {};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("shard");

TEST_CASE("frames come back one by one, and a raw byte is found in its frame") {
  const TempFolder folder;
  const auto path = pj::testing::write_numbers(folder.path(), 1000, {.frame_tokens = 300})[0];
  const ShardReader shard(path);
  REQUIRE(shard.frames().size() == 4);
  CHECK(shard.info() == pj::testing::kNumbers);
  std::string all;
  for (index_t k = 0; k < 4; ++k) all += shard.read_frame(k);
  CHECK(all == pj::testing::raw_bytes(pj::testing::consecutive(1000)));
  CHECK(shard.sha256() == pj::sha256_hex(all));
  CHECK(shard.frame_at(0) == 0);
  CHECK(shard.frame_at(599) == 0);
  CHECK(shard.frame_at(600) == 1);
  CHECK(shard.frame_at(1999) == 3);
  CHECK_THROWS_AS(shard.frame_at(2000), pj::ValueError);
  CHECK_THROWS_AS(shard.read_frame(4), pj::ValueError);
  CHECK_THROWS_AS(shard.read_frame(0, std::span<char>()), pj::ValueError);
  CHECK(pj::verify_shard(path).empty());
}

TEST_CASE("the header tells what was packed") {
  const TempFolder folder;
  small_shard(folder.path() / "s");
  const pj::ShardHeader header = ShardReader(folder.path() / "s").read_header();
  CHECK(header.num_tokens == 95);
  CHECK(header.documents == std::vector<pj::Document>{{0, "a"}});
  CHECK(contains(header.tool, "pjrope "));
}

TEST_CASE("each damaged or foreign file of the golden cases is refused with path, offset, reason") {
  const TempFolder folder;
  const fs::path path = folder.path() / "case.tok.zst";
  const std::map<std::string, std::string> expected = {
      {"Z1h", "byte 12: truncated"},
      {"Z5", "byte 0: not a pjrope shard, and damaged"},
      {"Z6b", "byte 9: an empty corpus"},
      {"Z8b", "byte 0: not a pjrope shard, and damaged"},
      {"Z9a", "checksum"},
      {"Z11", "ictionary"},
      {"Znm", "byte 0: a plain zstd file, not a pjrope shard"}};
  std::size_t num_known = 0;
  const nlohmann::json golden = pj::testing::golden_json("zstd_cases.json");
  for (const auto& item : golden.at("cases")) {
    const auto id = item.at("id").get<std::string>();
    CAPTURE(id);
    const std::string bytes = from_hex(item.at("hex").get<std::string>());
    const std::string text = refusal(path, bytes);
    CHECK(text.rfind(path.string() + ": byte ", 0) == 0);
    const auto known = expected.find(id);
    if (known != expected.end()) CHECK_MESSAGE(contains(text, known->second), text);
    num_known += known != expected.end();
    CHECK(contains(text, "pjrope data pack") == (id == "Znm"));
    const auto damages = pj::verify_shard(path);
    REQUIRE(damages.size() == 1);
    CHECK(text ==
          path.string() + pj::message(": byte ", damages[0].offset, ": ") + damages[0].reason);
  }
  CHECK(num_known == expected.size());
}

TEST_CASE("an empty file, a text, a folder and every truncation are refused") {
  const TempFolder folder;
  const fs::path path = folder.path() / "s";
  const std::string shard = small_shard(path);
  CHECK(refusal(path, "") == path.string() + ": byte 0: the file is empty");
  CHECK(contains(refusal(path, "First Citizen"),
                 "a shard must begin with 50 2A 4D 18, got 46 69 72 73; make one with: pjrope data "
                 "pack OUT " +
                     path.string()));
  CHECK_THROWS_AS(ShardReader(folder.path()), pj::IoError);
  for (std::size_t size = 0; size < shard.size(); ++size) {
    CAPTURE(size);
    CHECK(contains(refusal(path, shard.substr(0, size)), path.string() + ": byte "));
  }
  CHECK(contains(refusal(path, shard + "x"), ": byte "));
  CHECK(contains(refusal(path, shard + shard), ": byte "));
}

TEST_CASE("one flipped bit anywhere is found, and its frame named") {
  const TempFolder folder;
  const fs::path path = folder.path() / "s";
  const std::string shard = small_shard(path);
  const std::vector<pj::ShardFrame> frames = ShardReader(path).frames();
  REQUIRE(pj::verify_shard(path).empty());
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  const auto put = [&](index_t at, char byte) { file.seekp(at).put(byte).flush(); };
  for (index_t at = 0; at < static_cast<index_t>(shard.size()); ++at) {
    const ShardDamage expected = part_of(frames, at);
    const char byte = shard[static_cast<std::size_t>(at)];
    for (int bit = 0; bit < 8; ++bit) {
      put(at, static_cast<char>(byte ^ (1 << bit)));
      const std::vector<ShardDamage> damages = pj::verify_shard(path);
      const bool right = damages.size() == 1 && damages[0].frame == expected.frame &&
                         (expected.frame < 0 || damages[0].offset == expected.offset);
      if (!right) FAIL_CHECK("bit " << bit << " of byte " << at << " of " << shard.size());
    }
    put(at, byte);
  }
}

TEST_CASE("verify names all bad frames and no good one, a bad header beside them") {
  const TempFolder folder;
  const auto path = pj::testing::write_numbers(folder.path(), 1000, {.frame_tokens = 100})[0];
  const auto frames = ShardReader(path).frames();
  std::string bytes = pj::read_file(path);
  for (const std::size_t k : {std::size_t{2}, std::size_t{7}})
    bytes[static_cast<std::size_t>(frames[k].offset) + 30] ^= 8;
  write_plain(path, bytes);
  auto damages = pj::verify_shard(path);
  REQUIRE(damages.size() == 2);
  CHECK(damages[0].frame == 2);
  CHECK(damages[0].offset == frames[2].offset);
  CHECK(damages[1].frame == 7);
  const ShardReader shard(path);
  CHECK_NOTHROW(shard.read_frame(3));
  CHECK_THROWS_AS(shard.read_frame(7), pj::IoError);

  bytes[40] ^= 1;
  write_plain(path, bytes);
  damages = pj::verify_shard(path);
  REQUIRE(damages.size() == 3);
  CHECK(damages[0].frame == -1);
  CHECK(damages[2].frame == 7);
}

TEST_CASE("a header that tells another story than the frames is refused") {
  const TempFolder folder;
  const fs::path path = folder.path() / "s";
  small_shard(path);
  const ShardReader good(path);
  const std::string file = pj::read_file(path);
  const auto begin = static_cast<std::size_t>(good.frames().front().offset);
  const auto end =
      static_cast<std::size_t>(good.frames().back().offset + good.frames().back().compressed_size);
  // Frames and seek table are good, and the header's checksum is right: only its content lies.
  const auto with_header = [&](const pj::ShardHeader& header) {
    const std::string json = pj::shard_header_json(header);
    std::vector<pj::SeekEntry> entries = {
        {static_cast<std::uint32_t>(json.size() + 8), 0, pj::frame_checksum(json)}};
    for (const pj::ShardFrame& frame : good.frames())
      entries.push_back({static_cast<std::uint32_t>(frame.compressed_size),
                         static_cast<std::uint32_t>(frame.raw_size), frame.checksum});
    return pj::skippable_frame(pj::kHeaderMagic, json) + file.substr(begin, end - begin) +
           pj::seek_table_frame(entries);
  };
  const pj::ShardHeader header = good.read_header();
  CHECK(refusal(path, with_header(header)) == "");

  pj::ShardHeader wrong = header;
  wrong.num_tokens = 96;
  CHECK(contains(refusal(path, with_header(wrong)),
                 "header counts 96 tokens of 1 bytes, the frames hold 95 bytes"));
  wrong = header;
  wrong.corpus.dtype = pj::TokenType::u16;
  CHECK(contains(refusal(path, with_header(wrong)), "whole tokens of 2 bytes, got 15"));
  wrong = header;
  wrong.frame_checksums.pop_back();
  CHECK(contains(refusal(path, with_header(wrong)), "a checksum for each of the 3 frames, got 2"));

  wrong = header;
  wrong.corpus.vocab = 100;
  write_plain(path, with_header(wrong));
  CHECK_NOTHROW(ShardReader(path).read_frame(0));
  CHECK_THROWS_AS(ShardReader(path).read_frame(1), pj::IoError);

  wrong = header;
  wrong.sha256 = pj::sha256_hex("other");
  write_plain(path, with_header(wrong));
  CHECK_NOTHROW((void)ShardReader(path));
  REQUIRE(pj::verify_shard(path).size() == 1);
  CHECK(contains(pj::verify_shard(path)[0].reason, "SHA-256"));
}

TEST_SUITE_END();
