#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pj/data/seek_table.h"
#include "pj/data/sha256.h"
#include "pj/data/shard.h"

namespace pj {

/// Makes one shard of raw token bytes, in memory until it is written: its header comes first and
/// holds the totals. Throws ValueError for what a shard cannot hold, IoError if writing fails.
class ShardWriter {
 public:
  /// level: zstd's, 1 (fast) to 22 (small); frame_tokens: tokens of a frame, at most kFrameTokens.
  ShardWriter(CorpusInfo info, int level, index_t frame_tokens = kFrameTokens);

  /// The document or source of the tokens that follow.
  void begin_document(std::string title);
  void add_source(Source source);

  /// Whole tokens as raw bytes, each below the vocabulary's size.
  void append(std::string_view raw);

  index_t raw_size() const { return raw_size_; }

  /// Writes the file, whole or not at all; the writer is used up.
  void write(const std::filesystem::path& path);

 private:
  void close_frame();

  ShardHeader header_;
  int level_;
  std::size_t frame_bytes_;
  index_t raw_size_ = 0;
  std::string waiting_;              // raw bytes of the frame that is not full yet
  std::vector<std::string> frames_;  // compressed
  std::vector<SeekEntry> entries_;
  Sha256 hash_;
};

}  // namespace pj
