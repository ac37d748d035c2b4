#include "pj/data/corpus.h"

#include <algorithm>
#include <utility>

#include "frame_cache.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> shard_paths(const std::vector<fs::path>& paths) {
  std::vector<fs::path> found;
  for (const fs::path& path : paths) {
    if (!fs::is_directory(path)) {
      found.push_back(path);
      continue;
    }
    const std::vector<fs::path> inside = shards_in(path);
    require<IoError>(!inside.empty(), path.string(), ": folder holds no *", kShardSuffix,
                     " files; make some with: pjrope data pack ", path.string(), " INPUT");
    found.insert(found.end(), inside.begin(), inside.end());
  }
  require<ValueError>(!found.empty(), "Corpus: at least one path must be given");
  return found;
}

void require_same(const ShardReader& first, const ShardReader& shard) {
  const auto describe = [](const CorpusInfo& info) {
    std::string text =
        message(info.tokenizer, ", ", token_type_name(info.dtype), ", vocab ", info.vocab);
    for (const auto& [name, value] : info.settings) text += message(", ", name, " ", value);
    return text;
  };
  require<ValueError>(shard.info() == first.info(), shard.path().string(),
                      ": the shards of a corpus must have the same tokens as ",
                      first.path().string(), " (", describe(first.info()), "), got ",
                      describe(shard.info()));
}

}  // namespace

std::vector<fs::path> shards_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().ends_with(kShardSuffix) && !it->is_directory())
      found.push_back(it->path());
  require<IoError>(!error, folder.string(), ": cannot list: ", error.message());
  std::sort(found.begin(), found.end());
  return found;
}

Corpus Corpus::open(const std::vector<fs::path>& paths, index_t cache_bytes) {
  require<ValueError>(cache_bytes >= 0, "Corpus: cache_bytes must not be negative, got ",
                      cache_bytes);
  std::vector<ShardReader> shards;
  for (const fs::path& path : shard_paths(paths)) {
    shards.emplace_back(path);
    require_same(shards.front(), shards.back());
  }
  return Corpus(std::move(shards), cache_bytes);
}

Corpus::Corpus(std::vector<ShardReader> shards, index_t cache_bytes)
    : shards_(std::move(shards)), starts_{0}, cache_(std::make_unique<FrameCache>(cache_bytes)) {
  for (const ShardReader& shard : shards_) starts_.push_back(starts_.back() + shard.num_tokens());
}

Corpus::Corpus(Corpus&&) noexcept = default;
Corpus& Corpus::operator=(Corpus&&) noexcept = default;
Corpus::~Corpus() = default;

std::vector<std::string> Corpus::sha256s() const {
  std::vector<std::string> hashes;
  for (const ShardReader& shard : shards_) hashes.push_back(shard.sha256());
  return hashes;
}

void Corpus::read(index_t offset, index_t count, std::int32_t* out) const {
  require<ValueError>(offset >= 0 && count >= 0 && count <= num_tokens() - offset,
                      "Corpus: tokens must lie in [0, ", num_tokens(), "), got ", count, " from ",
                      offset);
  const index_t width = token_bytes(dtype());
  while (count > 0) {
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const auto place = static_cast<std::size_t>(after - starts_.begin() - 1);
    const ShardReader& shard = shards_[place];
    const index_t raw_offset = (offset - starts_[place]) * width;
    const index_t k = shard.frame_at(raw_offset);
    const ShardFrame& frame = shard.frame(k);
    const FrameCache::Bytes bytes = cache_->get(
        {place, k}, frame.raw_size, [&](std::span<char> raw) { shard.read_frame(k, raw); });
    const index_t begin = (raw_offset - frame.raw_offset) / width;
    const index_t taken = std::min(count, frame.raw_size / width - begin);
    widen_tokens(bytes.view(), dtype(), begin, taken, out);
    offset += taken;
    count -= taken;
    out += taken;
  }
}

std::vector<Document> Corpus::documents() const {
  std::vector<Document> documents;
  for (std::size_t i = 0; i < shards_.size(); ++i)
    for (Document& document : shards_[i].read_header().documents)
      documents.push_back({starts_[i] + document.start, std::move(document.title)});
  return documents;
}

std::vector<Source> Corpus::sources() const {
  std::vector<Source> sources;
  for (const ShardReader& shard : shards_)
    for (Source& source : shard.read_header().sources)
      if (sources.empty() || source != sources.back()) sources.push_back(std::move(source));
  return sources;
}

index_t Corpus::cached_bytes() const { return cache_->size(); }

}  // namespace pj
