#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/shard.h"

namespace pj {

class FrameCache;

inline constexpr std::string_view kShardSuffix = ".tok.zst";
inline constexpr index_t kDefaultCacheBytes = index_t{64} << 20;

/// The shards of a folder in name order; files of other names and folders in it do not count.
std::vector<std::filesystem::path> shards_in(const std::filesystem::path& folder);

/// One stream of tokens from one shard or many, read at any place.
///
///   Corpus corpus = Corpus::open({"runs/corpus"});
///   std::vector<std::int32_t> window(513);
///   corpus.read(1000, 513, window.data());  // tokens [1000, 1513)
///
/// Reading decodes only the frames it touches and keeps the last used ones, up to cache_bytes of
/// raw tokens; memory does not grow with the corpus. Threads may read at the same time.
class Corpus {
 public:
  /// paths: shards, and folders of shards. Throws IoError for what is no shard or has none, and
  /// ValueError for shards whose tokens do not mean the same.
  static Corpus open(const std::vector<std::filesystem::path>& paths,
                     index_t cache_bytes = kDefaultCacheBytes);
  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;
  ~Corpus();

  const CorpusInfo& info() const { return shards_.front().info(); }
  TokenType dtype() const { return info().dtype; }
  index_t vocab() const { return info().vocab; }
  index_t num_tokens() const { return starts_.back(); }
  const std::vector<ShardReader>& shards() const { return shards_; }

  /// What identifies the corpus: the SHA-256 of each shard's raw tokens.
  std::vector<std::string> sha256s() const;

  /// Tokens [offset, offset + count) to out[0, count). Throws ValueError if there are not so many,
  /// IoError for a damaged frame.
  void read(index_t offset, index_t count, std::int32_t* out) const;

  /// Read from the shards' headers when asked for; starts count from the corpus's first token, and
  /// a source of several shards comes once.
  std::vector<Document> documents() const;
  std::vector<Source> sources() const;

  /// Raw bytes of the frames kept at the moment.
  index_t cached_bytes() const;

 private:
  Corpus(std::vector<ShardReader> shards, index_t cache_bytes);

  std::vector<ShardReader> shards_;
  std::vector<index_t> starts_;  // tokens before each shard, then all
  std::unique_ptr<FrameCache> cache_;
};

}  // namespace pj
