#include "pj/data/shard_header.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "pj/data/sha256.h"
#include "testing/shards.h"

using nlohmann::json;
using pj::parse_shard_header;

namespace {

pj::ShardHeader example() {
  pj::ShardHeader header;
  header.corpus = pj::testing::kNumbers;
  header.num_tokens = 10;
  header.sha256 = pj::sha256_hex("x");
  header.frame_checksums = {0, 4294967295U};
  header.documents = {{0, "first \"quoted\""}, {10, ""}};
  header.sources = {{"a.mid", 12, pj::sha256_hex("a")}};
  header.tool = "pjrope test";
  return header;
}

json with(const char* key, const json& value) {
  json header = json::parse(pj::shard_header_json(example()));
  header[key] = value;
  return header;
}

}  // namespace

TEST_SUITE_BEGIN("shard_header");

TEST_CASE("a header comes back from its JSON") {
  const pj::ShardHeader header = example(), read = parse_shard_header(shard_header_json(header));
  CHECK(read.corpus == header.corpus);
  CHECK(read.num_tokens == header.num_tokens);
  CHECK(read.sha256 == header.sha256);
  CHECK(read.frame_checksums == header.frame_checksums);
  CHECK(read.documents == header.documents);
  CHECK(read.sources == header.sources);
  CHECK(read.tool == header.tool);
  CHECK(shard_header_json(read) == shard_header_json(header));
}

TEST_CASE("a title that is no UTF-8 is kept readable") {
  pj::ShardHeader header = example();
  header.documents = {{0, "caf\xe9"}};
  CHECK(parse_shard_header(shard_header_json(header)).documents[0].title == "caf\xEF\xBF\xBD");
}

TEST_CASE("what is no header is refused with the reason") {
  CHECK_THROWS_WITH(parse_shard_header("{"), "header is not JSON");
  CHECK_THROWS_WITH(parse_shard_header("[1]"), "header lacks \"format\"");
  CHECK_THROWS_WITH(parse_shard_header(std::string(100000, '[')),
                    "header's JSON is nested too deeply");
  CHECK_THROWS_WITH(parse_shard_header(with("format", "other").dump()),
                    "header's format must be pjrope-tokens, got other");
  CHECK_THROWS_WITH(parse_shard_header(with("version", 2).dump()),
                    "header's version must be 1, got 2; a newer pjrope may read it");
  CHECK_THROWS_WITH(parse_shard_header(with("num_tokens", 0).dump()), "shard holds no tokens");
}

TEST_CASE("a field of the wrong type or out of range is refused by name") {
  const std::vector<std::pair<const char*, json>> wrong = {
      {"num_tokens", 1.5},
      {"num_tokens", -1},
      {"num_tokens", 18446744073709551615ULL},
      {"vocab", 65537},
      {"vocab", 0},
      {"dtype", "u32"},
      {"sha256", "00"},
      {"frame_checksums", {-1}},
      {"frame_checksums", {4294967296ULL}},
      {"documents", {{{"start", 11}, {"title", ""}}}},
      {"documents", {{{"start", 2}, {"title", ""}}, {{"start", 1}, {"title", ""}}}},
      {"documents", {3}},
      {"sources", {{{"name", "a"}, {"size", -1}, {"sha256", pj::sha256_hex("a")}}}},
      {"settings", {{"step", 1}}},
      {"tool", nullptr}};
  for (const auto& [key, value] : wrong) {
    const std::string text = with(key, value).dump();
    CAPTURE(text);
    CHECK_THROWS_AS(parse_shard_header(text), pj::ValueError);
  }
}

TEST_SUITE_END();
