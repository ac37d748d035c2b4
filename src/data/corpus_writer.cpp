#include "pj/data/corpus_writer.h"

#include <algorithm>
#include <utility>

#include "pj/core/numbers.h"
#include "pj/data/corpus.h"

namespace pj {
namespace fs = std::filesystem;

CorpusWriter::CorpusWriter(fs::path folder, CorpusInfo info, int level, ShardLimits limits)
    : folder_(std::move(folder)), info_(std::move(info)), level_(level), limits_(limits) {
  require<ValueError>(
      limits.shard_bytes >= token_bytes(info_.dtype) && limits.shard_bytes <= kShardBytes,
      "CorpusWriter: shard_bytes must be between a token and ", kShardBytes, ", got ",
      limits.shard_bytes);
  limits_.shard_bytes -= limits_.shard_bytes % token_bytes(info_.dtype);
  require<IoError>(!fs::exists(folder_) || fs::is_directory(folder_), folder_.string(),
                   ": must be a folder or not exist");
  owns_folder_ = !fs::exists(folder_);
  require<IoError>(owns_folder_ || shards_in(folder_).empty(), folder_.string(),
                   ": must hold no shards yet; choose another folder or remove its *.tok.zst");
  open_shard();
}

CorpusWriter::~CorpusWriter() {
  if (finished_) return;
  std::error_code ignored;
  for (std::size_t i = 0; i < num_shards_; ++i) {
    fs::remove(partial_path(i), ignored);
    fs::remove(final_path(i), ignored);
  }
  if (owns_folder_) fs::remove(folder_, ignored);
}

void CorpusWriter::begin_document(std::string_view title) { new_titles_.emplace_back(title); }

void CorpusWriter::add_source(std::string_view name, std::uint64_t size, std::string_view sha256) {
  new_sources_.push_back({std::string(name), static_cast<index_t>(size), std::string(sha256)});
}

void CorpusWriter::append(std::span<const std::uint8_t> tokens) {
  append_raw({reinterpret_cast<const char*>(tokens.data()), tokens.size()}, TokenType::u8);
}

void CorpusWriter::append(std::span<const std::uint16_t> tokens) {
  append_raw({reinterpret_cast<const char*>(tokens.data()), tokens.size() * 2}, TokenType::u16);
}

void CorpusWriter::append(std::string_view bytes) { append_raw(bytes, TokenType::u8); }

void CorpusWriter::append_raw(std::string_view raw, TokenType dtype) {
  require<ValueError>(dtype == info_.dtype, "CorpusWriter: tokens must be ",
                      token_type_name(info_.dtype), ", got ", token_type_name(dtype));
  num_tokens_ += static_cast<index_t>(raw.size()) / token_bytes(dtype);
  while (!raw.empty()) {
    if (shard_->raw_size() == limits_.shard_bytes) close_shard();
    announce();
    const auto room = static_cast<std::size_t>(limits_.shard_bytes - shard_->raw_size());
    const std::string_view part = raw.substr(0, room);
    shard_->append(part);
    raw.remove_prefix(part.size());
  }
}

/// Tells the shard that takes the next tokens where they come from.
void CorpusWriter::announce() {
  if (shard_->raw_size() == 0 && new_sources_.empty() && source_) shard_->add_source(*source_);
  for (Source& source : new_sources_) {
    shard_->add_source(source);
    source_ = std::move(source);
  }
  for (std::string& title : new_titles_) shard_->begin_document(std::move(title));
  new_sources_.clear();
  new_titles_.clear();
}

void CorpusWriter::open_shard() {
  shard_ = std::make_unique<ShardWriter>(info_, level_, limits_.frame_tokens);
}

void CorpusWriter::close_shard() {
  const fs::path path = partial_path(num_shards_);
  ++num_shards_;
  shard_->write(path);
  open_shard();
}

std::vector<fs::path> CorpusWriter::finish() {
  require<ValueError>(num_tokens_ > 0, folder_.string(), ": a corpus must hold at least one token");
  if (shard_->raw_size() > 0) {
    announce();
    close_shard();
  }
  std::vector<fs::path> paths;
  for (std::size_t i = 0; i < num_shards_; ++i) paths.push_back(final_path(i));
  // From the last to the first: what a kill leaves lacks its beginning and cannot pass for whole.
  for (std::size_t i = num_shards_; i-- > 0;) fs::rename(partial_path(i), paths[i]);
  finished_ = true;
  return paths;
}

fs::path CorpusWriter::final_path(std::size_t shard) const {
  std::string number = message(shard);
  number.insert(0, 5 - std::min<std::size_t>(5, number.size()), '0');
  return folder_ / message("tokens-", number, kShardSuffix);
}

fs::path CorpusWriter::partial_path(std::size_t shard) const {
  fs::path path = final_path(shard);
  return path += ".partial";
}

}  // namespace pj
