#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "pj/data/shard_header.h"

namespace pj {

/// The most tokens of a frame, and the most bytes of a shard's raw tokens and of its header.
inline constexpr index_t kFrameTokens = index_t{1} << 18;
inline constexpr index_t kShardBytes = index_t{64} << 20;
inline constexpr index_t kHeaderBytes = index_t{64} << 20;

/// A frame of tokens in a shard; offsets and sizes in bytes, of the file and of the raw tokens.
struct ShardFrame {
  index_t offset = 0, compressed_size = 0;
  index_t raw_offset = 0, raw_size = 0;
  std::uint32_t checksum = 0;  ///< of the raw bytes
  index_t entry_offset = 0;    ///< of its entry in the seek table
};

/// Random access to a file of compressed tokens (data/README.md describes its bytes).
///
/// Opening checks mark, version, header, seek table and all sizes against each other and the file;
/// a frame's content is checked when it is read. Keeps no file open, holds some bytes a frame and
/// may be read from many threads. Throws IoError: path, byte offset and reason.
class ShardReader {
 public:
  explicit ShardReader(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  const CorpusInfo& info() const { return info_; }
  index_t num_tokens() const { return num_tokens_; }
  const std::string& sha256() const { return sha256_; }  ///< of the raw token bytes
  const std::vector<ShardFrame>& frames() const { return frames_; }

  /// Frame k; throws ValueError if the shard has none.
  const ShardFrame& frame(index_t k) const;

  /// The frame that holds a raw byte; throws ValueError if the shard does not.
  index_t frame_at(index_t raw_offset) const;

  /// The token bytes of frame k into `raw`, which has room for exactly the frame's raw_size.
  void read_frame(index_t k, std::span<char> raw) const;
  std::string read_frame(index_t k) const;

  /// The whole header, documents and sources included, read again from the file.
  ShardHeader read_header() const;

 private:
  std::filesystem::path path_;
  CorpusInfo info_;
  index_t num_tokens_ = 0;
  std::string sha256_;
  std::vector<ShardFrame> frames_;
};

/// A part of a shard that is not what was written.
struct ShardDamage {
  index_t frame = -1;  ///< frame of tokens, counted from 0; -1 for header and seek table
  index_t offset = 0;  ///< where that part of the file begins, or the fault in it
  std::string reason;
};

/// Reads everything and lists exactly what is damaged: one wrong bit anywhere is found. Empty for a
/// good shard; throws IoError only if the file cannot be read at all.
std::vector<ShardDamage> verify_shard(const std::filesystem::path& path);

}  // namespace pj
