#include "pj/data/shard_writer.h"

#include <algorithm>
#include <utility>

#include "pj/core/files.h"
#include "pj/data/xxh64.h"
#include "pj/data/zstd_frames.h"

namespace pj {
namespace {

void put(std::ostream& out, std::string_view bytes) {
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

ShardWriter::ShardWriter(CorpusInfo info, int level, index_t frame_tokens) : level_(level) {
  require_valid(info);
  require<ValueError>(frame_tokens >= 1 && frame_tokens <= kFrameTokens,
                      "ShardWriter: frame_tokens must be between 1 and ", kFrameTokens, ", got ",
                      frame_tokens);
  frame_bytes_ = static_cast<std::size_t>(frame_tokens * token_bytes(info.dtype));
  header_.corpus = std::move(info);
  header_.tool = "pjrope " PJ_VERSION;
}

void ShardWriter::begin_document(std::string title) {
  header_.documents.push_back({raw_size_ / token_bytes(header_.corpus.dtype), std::move(title)});
}

void ShardWriter::add_source(Source source) { header_.sources.push_back(std::move(source)); }

void ShardWriter::append(std::string_view raw) {
  const CorpusInfo& info = header_.corpus;
  const auto size = static_cast<index_t>(raw.size());
  require<ValueError>(size % token_bytes(info.dtype) == 0, "ShardWriter: ", size,
                      " bytes are no whole number of ", token_type_name(info.dtype), " tokens");
  require<ValueError>(raw_size_ + size <= kShardBytes, "ShardWriter: a shard holds at most ",
                      kShardBytes, " raw bytes, got ", raw_size_ + size);
  const index_t largest = info.vocab < token_limit(info.dtype) ? largest_token(raw, info.dtype) : 0;
  require<ValueError>(largest < info.vocab,
                      "ShardWriter: tokens must be below the vocabulary's size ", info.vocab,
                      ", got ", largest);
  hash_.update(raw);
  raw_size_ += size;
  while (!raw.empty()) {
    const std::size_t taken = std::min(raw.size(), frame_bytes_ - waiting_.size());
    waiting_ += raw.substr(0, taken);
    raw.remove_prefix(taken);
    if (waiting_.size() == frame_bytes_) close_frame();
  }
}

void ShardWriter::close_frame() {
  std::string frame = compress_frame(waiting_, level_);
  frame.shrink_to_fit();
  header_.frame_checksums.push_back(frame_checksum(frame));
  entries_.push_back({static_cast<std::uint32_t>(frame.size()),
                      static_cast<std::uint32_t>(waiting_.size()), frame_checksum(waiting_)});
  frames_.push_back(std::move(frame));
  waiting_.clear();
}

void ShardWriter::write(const std::filesystem::path& path) {
  require<ValueError>(raw_size_ > 0, path.string(), ": a shard must hold at least one token");
  if (!waiting_.empty()) close_frame();
  header_.num_tokens = raw_size_ / token_bytes(header_.corpus.dtype);
  header_.sha256 = hash_.hex();
  const std::string json = shard_header_json(header_);
  require<ValueError>(json.size() <= static_cast<std::size_t>(kHeaderBytes), path.string(),
                      ": the documents and sources of a shard must fit in ", kHeaderBytes,
                      " bytes, got ", json.size());
  const std::string head = skippable_frame(kHeaderMagic, json);
  entries_.insert(entries_.begin(),
                  {static_cast<std::uint32_t>(head.size()), 0, frame_checksum(json)});
  write_file_atomically(path, [&](std::ostream& out) {
    put(out, head);
    for (const std::string& frame : frames_) put(out, frame);
    put(out, seek_table_frame(entries_));
  });
}

}  // namespace pj
