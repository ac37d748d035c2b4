#include "pj/train/token_texts.h"

namespace pj {
namespace {

constexpr std::string_view kKey = "tokenizer", kPrefix = "tokenizer.";

}  // namespace

std::map<std::string, std::string> token_texts(const CorpusInfo& info) {
  std::map<std::string, std::string> texts = {{std::string(kKey), info.tokenizer}};
  for (const auto& [name, value] : info.settings) texts[std::string(kPrefix) + name] = value;
  return texts;
}

TokenMeaning token_meaning(const std::map<std::string, std::string>& texts) {
  TokenMeaning meaning;
  for (const auto& [key, value] : texts) {
    if (key == kKey) meaning.tokenizer = value;
    if (key.starts_with(kPrefix)) meaning.settings[key.substr(kPrefix.size())] = value;
  }
  return meaning;
}

}  // namespace pj
