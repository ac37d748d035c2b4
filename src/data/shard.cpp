#include "pj/data/shard.h"

#include <algorithm>
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

void ShardReader::read_frame(index_t k, std::string& raw) const {
  require<ValueError>(k >= 0 && k < static_cast<index_t>(frames_.size()), path_.string(),
                      ": frame must be below ", frames_.size(), ", got ", k);
  const ShardFrame& frame = frames_[static_cast<std::size_t>(k)];
  std::string compressed;
  read_range(path_, frame.offset, frame.compressed_size, compressed);
  decode_frame(path_, frames_, k, compressed, raw);
  check_vocab(path_, info_, frame, raw);
}

ShardHeader ShardReader::read_header() const {
  return load_header(path_, read_seek_table(path_, readable_size(path_)));
}

namespace {

/// Runs one check; a fault inside the file becomes a line of the list.
template <class F>
bool passes(std::vector<ShardDamage>& damages, index_t frame, index_t table_at, F&& check) {
  try {
    check();
    return true;
  } catch (const FileFault& fault) {
    // A good frame with a bad entry in the seek table is damage of the table.
    damages.push_back({fault.offset < table_at ? frame : -1, fault.offset, fault.reason});
    return false;
  }
}

class Verifier {
 public:
  explicit Verifier(fs::path path) : path_(std::move(path)) {}

  std::vector<ShardDamage> run() {
    const bool has_frames = passes(damages_, -1, 0, [&] {
      const index_t size = readable_size(path_);
      check_beginning(path_, size);
      table_ = read_seek_table(path_, size);
      frames_ = list_frames(path_, table_);
    });
    if (!has_frames) return damages_;
    has_header_ = passes(damages_, -1, 0, [&] {
      header_ = load_header(path_, table_);
      check_counts(path_, header_, frames_);
    });
    for (index_t k = 0; k < static_cast<index_t>(frames_.size()); ++k)
      passes(damages_, k, table_.offset, [&] { check_frame(k); });
    if (damages_.empty() && hash_.hex() != header_.sha256)
      damages_.push_back({-1, 0,
                          message("header says the raw tokens have SHA-256 ", header_.sha256,
                                  ", got ", hash_.hex())});
    return std::move(damages_);
  }

 private:
  void check_frame(index_t k) {
    const auto place = static_cast<std::size_t>(k);
    const ShardFrame& frame = frames_[place];
    std::string compressed, raw;
    read_range(path_, frame.offset, frame.compressed_size, compressed);
    decode_frame(path_, frames_, k, compressed, raw);
    if (!has_header_) return;
    // Some bits of a frame are ignored by decoders, or change nothing they decode to.
    if (frame_checksum(compressed) != header_.frame_checksums[place])
      throw FileFault(path_, frame.offset,
                      message("frame ", k, ": decodes well, but its bytes are not those written"));
    check_vocab(path_, header_.corpus, frame, raw);
    hash_.update(raw);
  }

  fs::path path_;
  SeekTable table_;
  std::vector<ShardFrame> frames_;
  ShardHeader header_;
  bool has_header_ = false;
  Sha256 hash_;
  std::vector<ShardDamage> damages_;
};

}  // namespace

std::vector<ShardDamage> verify_shard(const fs::path& path) { return Verifier(path).run(); }

}  // namespace pj
