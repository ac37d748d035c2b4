#include "pj/data/seek_table.h"

#include "file_range.h"
#include "little_endian.h"
#include "pj/data/zstd_frames.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr std::uint32_t kFooterMagic = 0x8F92EAB1;
constexpr char kHasChecksums = '\x80';  // the descriptor's other bits are reserved and zero
constexpr index_t kFrameHeadSize = 8, kEntrySize = 12, kFooterSize = 9;
constexpr index_t kMostFrames = index_t{1} << 20;  // 64 MiB in frames of 64 bytes

}  // namespace

std::string seek_table_frame(const std::vector<SeekEntry>& entries) {
  std::string table;
  for (const SeekEntry& entry : entries) {
    store(table, entry.compressed_size);
    store(table, entry.raw_size);
    store(table, entry.checksum);
  }
  store(table, static_cast<std::uint32_t>(entries.size()));
  table += kHasChecksums;
  store(table, kFooterMagic);
  return skippable_frame(kSeekTableMagic, table);
}

SeekTable read_seek_table(const fs::path& path, index_t file_size) {
  const index_t footer_at = file_size - kFooterSize;
  if (footer_at < kFrameHeadSize) throw FileFault(path, file_size, "too short for a seek table");
  std::string bytes;
  read_range(path, footer_at, kFooterSize, bytes);
  if (load<std::uint32_t>(bytes, 5) != kFooterMagic)
    throw FileFault(path, footer_at + 5,
                    "must end with the seek table's mark B1 EA 92 8F; truncated?");
  if (bytes[4] != kHasChecksums)
    throw FileFault(path, footer_at + 4, "seek table must have checksums and no reserved bits");
  const index_t count = load<std::uint32_t>(bytes, 0);
  const index_t head_at = footer_at - count * kEntrySize - kFrameHeadSize;
  if (count > kMostFrames || head_at < 0)
    throw FileFault(path, footer_at, message("seek table claims ", count, " frames, too many"));

  read_range(path, head_at, kFrameHeadSize + count * kEntrySize, bytes);
  if (load<std::uint32_t>(bytes, 0) != kSeekTableMagic)
    throw FileFault(path, head_at, message("a seek table of ", count, " frames must begin here"));
  if (load<std::uint32_t>(bytes, 4) != count * kEntrySize + kFooterSize)
    throw FileFault(path, head_at + 4, "seek table's size does not fit its number of frames");
  SeekTable table;
  for (std::size_t at = kFrameHeadSize; at < bytes.size(); at += kEntrySize) {
    table.entries.push_back({load<std::uint32_t>(bytes, at), load<std::uint32_t>(bytes, at + 4),
                             load<std::uint32_t>(bytes, at + 8)});
    table.offset += table.entries.back().compressed_size;
  }
  if (table.offset != head_at)
    throw FileFault(path, head_at,
                    message("frames before the seek table must have the ", table.offset,
                            " bytes it lists, got ", head_at));
  return table;
}

}  // namespace pj
