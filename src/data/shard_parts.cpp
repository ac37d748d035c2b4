#include "shard_parts.h"

#include <algorithm>

#include "little_endian.h"
#include "pj/data/xxh64.h"
#include "pj/data/zstd_frames.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr index_t kFrameHeadSize = 8;

std::string hex_bytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!text.empty()) text += ' ';
    text += {"0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
  }
  return text;
}

/// Says what a zstd stream without our header is, from no more than its first mebibyte.
[[noreturn]] void refuse_zstd_stream(const fs::path& path, index_t file_size) {
  const index_t looked_at = std::min(file_size, index_t{1} << 20);
  std::string bytes;
  read_range(path, 0, looked_at, bytes);
  const StreamProbe probe = probe_stream(bytes);
  const auto frame_at = static_cast<index_t>(probe.frame_offset);
  if (!probe.fault.empty())
    throw FileFault(path, frame_at,
                    "not a pjrope shard, and damaged as a zstd stream: " + probe.fault);
  if (looked_at == file_size && !probe.ended)
    throw FileFault(path, file_size,
                    message("truncated: the zstd frame that begins at byte ", frame_at,
                            " does not end; and not a pjrope shard"));
  if (looked_at == file_size && probe.content_size == 0)
    throw FileFault(path, file_size, "an empty corpus: the zstd stream holds zero bytes");
  throw FileFault(path, 0,
                  message("a plain zstd file, not a pjrope shard; decompress it and pack the "
                          "result: zstd -d ",
                          path.string(), " -o INPUT && pjrope data pack OUT INPUT"));
}

/// Runs a check that knows no path and gives its error the place.
template <class F>
auto at_byte(const fs::path& path, index_t offset, const std::string& what, F&& check) {
  try {
    return check();
  } catch (const ValueError& error) {
    throw FileFault(path, offset, what + error.what());
  }
}

}  // namespace

void check_beginning(const fs::path& path, index_t file_size) {
  if (file_size == 0) throw FileFault(path, 0, "the file is empty");
  std::string mark;
  read_range(path, 0, std::min<index_t>(file_size, 4), mark);
  const auto magic = mark.size() == 4 ? load<std::uint32_t>(mark, 0) : 0;
  if (magic == kZstdMagic) refuse_zstd_stream(path, file_size);
  if (magic != kHeaderMagic)
    throw FileFault(path, 0,
                    message("a shard must begin with 50 2A 4D 18, got ", hex_bytes(mark),
                            "; make one with: pjrope data pack OUT ", path.string()));
}

ShardHeader load_header(const fs::path& path, const SeekTable& table) {
  if (table.entries.empty()) throw FileFault(path, table.offset, "seek table lists no header");
  const SeekEntry& entry = table.entries.front();
  const index_t size = index_t{entry.compressed_size} - kFrameHeadSize;
  if (size < 0 || size > kHeaderBytes || entry.raw_size != 0)
    throw FileFault(path, table.offset + kFrameHeadSize,
                    message("seek table's first entry must be a header of at most ", kHeaderBytes,
                            " bytes, got ", entry.compressed_size));
  std::string bytes;
  read_range(path, 0, kFrameHeadSize + size, bytes);
  if (load<std::uint32_t>(bytes, 0) != kHeaderMagic || load<std::uint32_t>(bytes, 4) != size)
    throw FileFault(path, 4,
                    message("header's size must be the ", size, " bytes the seek table lists, got ",
                            load<std::uint32_t>(bytes, 4)));
  const std::string_view json = std::string_view(bytes).substr(kFrameHeadSize);
  if (frame_checksum(json) != entry.checksum)
    throw FileFault(path, kFrameHeadSize,
                    "header does not have the checksum the seek table lists for it");
  return at_byte(path, kFrameHeadSize, "", [&] { return parse_shard_header(json); });
}

std::vector<ShardFrame> list_frames(const fs::path& path, const SeekTable& table) {
  constexpr index_t kMostRaw = kFrameTokens * 2;
  std::vector<ShardFrame> frames;
  index_t offset = 0, raw_offset = 0, entry_offset = table.offset + kFrameHeadSize;
  for (const SeekEntry& entry : table.entries) {
    const index_t size = entry.compressed_size, raw_size = entry.raw_size;
    if (offset > 0) {
      // zstd adds at most 1/256 and a little to what it cannot compress.
      if (raw_size < 1 || raw_size > kMostRaw || size > raw_size + raw_size / 128 + 512)
        throw FileFault(path, entry_offset,
                        message("seek table lists a frame of ", size, " bytes for ", raw_size,
                                " raw ones; at most ", kMostRaw, " are allowed"));
      frames.push_back({offset, size, raw_offset, raw_size, entry.checksum, entry_offset});
    }
    offset += size;
    raw_offset += raw_size;
    entry_offset += static_cast<index_t>(sizeof(SeekEntry));
  }
  if (raw_offset > kShardBytes)
    throw FileFault(path, table.offset,
                    message("a shard holds at most ", kShardBytes, " raw bytes, the seek table ",
                            "lists ", raw_offset));
  return frames;
}

void check_counts(const fs::path& path, const ShardHeader& header,
                  const std::vector<ShardFrame>& frames) {
  const index_t width = token_bytes(header.corpus.dtype);
  index_t raw_size = 0;
  for (const ShardFrame& frame : frames) {
    raw_size += frame.raw_size;
    if (frame.raw_size % width != 0 || frame.raw_size / width > kFrameTokens)
      throw FileFault(path, frame.entry_offset,
                      message("a frame must hold at most ", kFrameTokens, " whole tokens of ",
                              width, " bytes, got ", frame.raw_size, " bytes"));
  }
  if (raw_size != header.num_tokens * width)
    throw FileFault(path, kFrameHeadSize,
                    message("header counts ", header.num_tokens, " tokens of ", width,
                            " bytes, the frames hold ", raw_size, " bytes"));
  if (header.frame_checksums.size() != frames.size())
    throw FileFault(path, kFrameHeadSize,
                    message("header must have a checksum for each of the ", frames.size(),
                            " frames, got ", header.frame_checksums.size()));
}

void decode_frame(const fs::path& path, const std::vector<ShardFrame>& frames, index_t k,
                  std::string_view compressed, std::span<char> raw) {
  const ShardFrame& frame = frames[static_cast<std::size_t>(k)];
  const std::string what = message("frame ", k, ": ");
  require<ValueError>(static_cast<index_t>(raw.size()) == frame.raw_size, path.string(), ": ", what,
                      "needs room for ", frame.raw_size, " bytes, got ", raw.size());
  at_byte(path, frame.offset, what, [&] {
    const FrameInfo info = inspect_frame(compressed);
    require<ValueError>(!info.skippable && info.content_size && info.has_checksum,
                        "must have content, its size and a checksum");
    const std::size_t size = decompress_frame(compressed, raw);
    require<ValueError>(size == raw.size(), "must hold ", raw.size(), " bytes, got ", size);
  });
  // zstd has just found the content to have the checksum that ends the frame.
  if (load<std::uint32_t>(compressed, compressed.size() - 4) != frame.checksum)
    throw FileFault(path, frame.entry_offset,
                    what + "the seek table lists another checksum than the frame ends with");
}

void check_vocab(const fs::path& path, const CorpusInfo& info, const ShardFrame& frame,
                 std::string_view raw) {
  if (info.vocab == token_limit(info.dtype)) return;
  const index_t largest = largest_token(raw, info.dtype);
  if (largest >= info.vocab)
    throw FileFault(
        path, frame.offset,
        message("tokens must be below the vocabulary's size ", info.vocab, ", got ", largest));
}

}  // namespace pj
