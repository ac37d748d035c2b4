#pragma once

#include <map>
#include <string>

#include "pj/data/shard_header.h"

namespace pj {

/// What a model's tokens mean, as its checkpoint tells: `tokenizer`, and each of its settings as
/// `tokenizer.NAME`. These texts stand beside the configuration: a resume does not compare them,
/// and checkpoints without them go on as they are.
struct TokenMeaning {
  std::string tokenizer;  ///< its name; empty if the file does not say
  std::map<std::string, std::string> settings;
};

std::map<std::string, std::string> token_texts(const CorpusInfo& info);
TokenMeaning token_meaning(const std::map<std::string, std::string>& texts);

}  // namespace pj
