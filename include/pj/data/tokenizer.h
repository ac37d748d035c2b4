#pragma once

#include <span>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

enum class TokenizerKind { kBytes, kMidiText, kMidiEvents };

/// A way to turn files into tokens.
struct Tokenizer {
  TokenizerKind kind;
  std::string_view name;         ///< as the command line and a shard's header have it
  std::string_view dtype;        ///< u8 or u16
  index_t vocab;                 ///< every token is below it
  bool midi;                     ///< takes files named .mid or .midi only
  std::string_view description;  ///< for help
};

/// All of them; this table is the one place that lists them.
std::span<const Tokenizer> tokenizers();

/// throws    UsageError naming the known ones
const Tokenizer& find_tokenizer(std::string_view name);

}  // namespace pj
