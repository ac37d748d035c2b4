#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/shard_writer.h"
#include "pj/data/token_sink.h"

namespace pj {

/// How large a writer makes its pieces; smaller than the defaults only in tests.
struct ShardLimits {
  index_t frame_tokens = kFrameTokens;
  index_t shard_bytes = kShardBytes;  ///< raw
};

/// Packs a stream of tokens into the shards of a folder: `tokens-00000.tok.zst` and so on, a new
/// one whenever one is full.
///
///   CorpusWriter writer(folder, {TokenType::u8, 256, "bytes", {}});
///   writer.add_source("a.txt", 5, sha256_hex("hello"));
///   writer.begin_document("a.txt");
///   writer.append(std::string_view("hello"));
///   writer.finish();
///
/// A shard lists the sources and documents whose tokens it holds; a document that goes on in the
/// next shard is listed where it starts, a source in both. Until `finish` the shards have names no
/// reader looks for; a writer that ends without it removes them.
class CorpusWriter : public TokenSink {
 public:
  static constexpr int kDefaultLevel = 9;

  /// Throws ValueError for a vocabulary or level that does not exist, IoError if the folder
  /// already holds shards.
  CorpusWriter(std::filesystem::path folder, CorpusInfo info, int level = kDefaultLevel,
               ShardLimits limits = {});
  ~CorpusWriter() override;
  CorpusWriter(const CorpusWriter&) = delete;
  CorpusWriter& operator=(const CorpusWriter&) = delete;

  /// The document or source of the tokens that follow.
  void begin_document(std::string_view title) override;
  void add_source(std::string_view name, std::uint64_t size, std::string_view sha256) override;

  /// Tokens of the corpus's dtype (ValueError for the other), each below the vocabulary's size.
  void append(std::span<const std::uint8_t> tokens) override;
  void append(std::span<const std::uint16_t> tokens) override;
  void append(std::string_view bytes);  ///< tokens of dtype u8

  index_t num_tokens() const { return num_tokens_; }

  /// Puts all shards in place and returns their paths; throws ValueError if there are no tokens.
  std::vector<std::filesystem::path> finish();

 private:
  void append_raw(std::string_view raw, TokenType dtype);
  void open_shard();
  void close_shard();
  void announce();
  std::filesystem::path final_path(std::size_t shard) const;
  std::filesystem::path partial_path(std::size_t shard) const;

  std::filesystem::path folder_;
  CorpusInfo info_;
  int level_;
  ShardLimits limits_;
  bool owns_folder_ = false, finished_ = false;
  index_t num_tokens_ = 0;
  std::size_t num_shards_ = 0;           // written under their partial names
  std::unique_ptr<ShardWriter> shard_;   // the one being filled
  std::vector<std::string> new_titles_;  // announced, without tokens so far
  std::vector<Source> new_sources_;
  std::optional<Source> source_;  // of the last tokens
};

}  // namespace pj
