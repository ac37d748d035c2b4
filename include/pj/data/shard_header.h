#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/tokens.h"

namespace pj {

/// What the tokens of a corpus are; the same in all its shards.
struct CorpusInfo {
  TokenType dtype = TokenType::u8;
  index_t vocab = 256;                          ///< every token is below it
  std::string tokenizer = "bytes";              ///< its name
  std::map<std::string, std::string> settings;  ///< its settings, as the command line writes them

  bool operator==(const CorpusInfo&) const = default;
};

/// A piece of the token stream that belongs together: it ends where the next one starts.
struct Document {
  index_t start = 0;  ///< tokens before it
  std::string title;

  bool operator==(const Document&) const = default;
};

/// A file the tokens were made from.
struct Source {
  std::string name;
  index_t size = 0;  ///< bytes
  std::string sha256;

  bool operator==(const Source&) const = default;
};

/// What a shard says about itself, before its tokens (data/README.md describes the JSON).
struct ShardHeader {
  CorpusInfo corpus;
  index_t num_tokens = 0;
  std::string sha256;                          ///< of the raw token bytes: the shard's identity
  std::vector<std::uint32_t> frame_checksums;  ///< frame_checksum of each compressed frame
  std::vector<Document> documents;             ///< those that start here, starts ascending
  std::vector<Source> sources;                 ///< those with tokens here
  std::string tool;                            ///< the program and version that packed it
};

/// The header as JSON; bytes of titles and names that are no UTF-8 become U+FFFD.
std::string shard_header_json(const ShardHeader& header);

/// Reads and checks it; throws ValueError with the reason for anything that is not such a header.
ShardHeader parse_shard_header(std::string_view json);

/// Throws ValueError unless the dtype can hold a vocabulary of that size.
void require_valid(const CorpusInfo& info);

}  // namespace pj
