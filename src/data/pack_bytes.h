#pragma once

#include <filesystem>

#include "pj/data/pack.h"

namespace pj {

/// The bytes of a text as tokens.
inline std::span<const std::uint8_t> as_tokens(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Appends a file as it is, block by block, and counts what a reader might not expect to be kept: a
/// byte-order mark, lines that end with CRLF.
void pack_bytes(const std::filesystem::path& path, TokenSink& sink, PackReport& report);

}  // namespace pj
