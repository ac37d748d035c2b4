#pragma once

#include "file_range.h"
#include "pj/data/seek_table.h"
#include "pj/data/shard.h"

namespace pj {

// A shard's parts, each checked on its own, so that verify_shard can go on behind a bad one. All
// throw FileFault for what is wrong inside the file and IoError for what the system refuses.

/// Refuses what does not begin as a shard does, and says what it is instead.
void check_beginning(const std::filesystem::path& path, index_t file_size);

/// The header the first entry of the seek table points to.
ShardHeader load_header(const std::filesystem::path& path, const SeekTable& table);

/// The frames of tokens the seek table lists, sizes within the limits of the format.
std::vector<ShardFrame> list_frames(const std::filesystem::path& path, const SeekTable& table);

/// Throws unless the header's token and frame counts are those of the frames.
void check_counts(const std::filesystem::path& path, const ShardHeader& header,
                  const std::vector<ShardFrame>& frames);

/// Decodes the compressed bytes of frame k into `raw`, of the frame's raw size, and checks them:
/// size and checksums by zstd, then by the seek table.
void decode_frame(const std::filesystem::path& path, const std::vector<ShardFrame>& frames,
                  index_t k, std::string_view compressed, std::span<char> raw);

/// Throws unless every token of frame k is below the vocabulary's size.
void check_vocab(const std::filesystem::path& path, const CorpusInfo& info, const ShardFrame& frame,
                 std::string_view raw);

}  // namespace pj
