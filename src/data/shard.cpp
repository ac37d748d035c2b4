#include "pj/data/shard.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pj/data/sha256.h"
#include "pj/data/xxh64.h"
#include "shard_parts.h"

namespace pj {
namespace fs = std::filesystem;

ShardReader::ShardReader(fs::path path) : path_(std::move(path)) {
  const index_t size = readable_size(path_);
  check_beginning(path_, size);
  const SeekTable table = read_seek_table(path_, size);
  ShardHeader header = load_header(path_, table);
  frames_ = list_frames(path_, table);
  check_counts(path_, header, frames_);
  info_ = std::move(header.corpus);
  num_tokens_ = header.num_tokens;
  sha256_ = std::move(header.sha256);
}

index_t ShardReader::frame_at(index_t raw_offset) const {
  const index_t raw_size = frames_.back().raw_offset + frames_.back().raw_size;
  require<ValueError>(raw_offset >= 0 && raw_offset < raw_size, path_.string(),
                      ": raw offset must be below ", raw_size, ", got ", raw_offset);
  const auto after = std::upper_bound(
      frames_.begin(), frames_.end(), raw_offset,
      [](index_t offset, const ShardFrame& frame) { return offset < frame.raw_offset; });
  return after - frames_.begin() - 1;
}

const ShardFrame& ShardReader::frame(index_t k) const {
  require<ValueError>(k >= 0 && k < static_cast<index_t>(frames_.size()), path_.string(),
                      ": frame must be below ", frames_.size(), ", got ", k);
  return frames_[static_cast<std::size_t>(k)];
}

void ShardReader::read_frame(index_t k, std::span<char> raw) const {
  const ShardFrame& frame = this->frame(k);
  thread_local std::string compressed;  // fresh memory would cost about what decoding does
  read_range(path_, frame.offset, frame.compressed_size, compressed);
  decode_frame(path_, frames_, k, compressed, raw);
  check_vocab(path_, info_, frame, {raw.data(), raw.size()});
}

std::string ShardReader::read_frame(index_t k) const {
  std::string raw(static_cast<std::size_t>(frame(k).raw_size), '\0');
  read_frame(k, raw);
  return raw;
}

ShardHeader ShardReader::read_header() const {
  return load_header(path_, read_seek_table(path_, readable_size(path_)));
}

namespace {

/// Goes on behind a bad part. Where the header is good, its checksums of the compressed frames
/// decide whether a frame or what is said about it changed; they also see the bits of a frame that
/// decoders ignore, and those that change nothing they decode to.
class Verifier {
 public:
  explicit Verifier(fs::path path) : path_(std::move(path)) {}

  std::vector<ShardDamage> run() {
    const bool has_frames = passes(-1, [&] {
      const index_t size = readable_size(path_);
      check_beginning(path_, size);
      table_ = read_seek_table(path_, size);
      frames_ = list_frames(path_, table_);
    });
    if (!has_frames) return damages_;
    passes(-1, [&] { header_ = load_header(path_, table_); });
    for (index_t k = 0; k < static_cast<index_t>(frames_.size()); ++k)
      passes(k, [&] { check_frame(k); });
    if (damages_.empty()) passes(-1, [&] { check_totals(); });
    return std::move(damages_);
  }

 private:
  /// Runs one check; a fault inside the file becomes an item of the list.
  template <class F>
  bool passes(index_t frame, F&& check) {
    try {
      check();
      return true;
    } catch (const FileFault& fault) {
      const bool in_frames = frame >= 0 && fault.offset < table_.offset;
      damages_.push_back({in_frames ? frame : -1, fault.offset, fault.reason});
      return false;
    }
  }

  void check_frame(index_t k) {
    const auto place = static_cast<std::size_t>(k);
    const ShardFrame& frame = frames_[place];
    read_range(path_, frame.offset, frame.compressed_size, compressed_);
    const bool listed = header_ && place < header_->frame_checksums.size();
    const bool as_written =
        listed && frame_checksum(compressed_) == header_->frame_checksums[place];
    raw_.resize(static_cast<std::size_t>(frame.raw_size));
    try {
      decode_frame(path_, frames_, k, compressed_, raw_);
    } catch (const FileFault& fault) {
      if (!listed) throw;
      throw FileFault(path_, as_written ? frame.entry_offset : frame.offset, fault.reason);
    }
    if (listed && !as_written)
      throw FileFault(path_, frame.offset,
                      message("frame ", k, ": decodes well, but its bytes are not those written"));
    if (header_) check_vocab(path_, header_->corpus, frame, raw_);
    hash_.update(raw_);
  }

  void check_totals() {
    check_counts(path_, *header_, frames_);
    if (hash_.hex() != header_->sha256)
      throw FileFault(path_, 0,
                      message("header says the raw tokens have SHA-256 ", header_->sha256, ", got ",
                              hash_.hex()));
  }

  fs::path path_;
  SeekTable table_;
  std::vector<ShardFrame> frames_;
  std::optional<ShardHeader> header_;
  Sha256 hash_;
  std::string compressed_, raw_;
  std::vector<ShardDamage> damages_;
};

}  // namespace

std::vector<ShardDamage> verify_shard(const fs::path& path) { return Verifier(path).run(); }

}  // namespace pj
