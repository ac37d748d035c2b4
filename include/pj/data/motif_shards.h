#pragma once

#include <filesystem>

#include "pj/data/motif.h"

namespace pj {

/// Packs the text of generated bars into the shards of a folder and returns its tokens (bytes).
/// Throws as CorpusWriter does.
index_t pack_motif_text(const MotifCorpus& corpus, std::span<const MotifBar> bars,
                        const MotifOptions& options, const std::filesystem::path& folder);

}  // namespace pj
