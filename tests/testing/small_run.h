#pragma once

#include <filesystem>
#include <string>

#include "pj/core/random.h"
#include "pj/data/corpus_writer.h"
#include "pj/train/trainer.h"

namespace pj::testing {

/// A corpus of `count` bytes with some structure: each repeats the byte seven before it, or is new.
inline Corpus small_corpus(const std::filesystem::path& folder, index_t count = 6000) {
  Stream stream(1, "corpus");
  std::string text;
  for (index_t i = 0; i < count; ++i)
    text += i >= 7 && stream.uniform() < 0.7 ? text[text.size() - 7]
                                             : static_cast<char>('a' + stream.below(8));
  CorpusWriter writer(folder, {TokenType::u8, 256, "bytes", {}}, 1);
  writer.append(std::string_view(text));
  writer.finish();
  return Corpus::open({folder});
}

/// A training of a second or less that uses every part: all sectors, dropout, clipping, warm-up.
inline TrainConfig small_config(const std::string& method = "full") {
  TrainConfig config;
  config.model.method = find_method(method);
  config.model.train_len = 24;
  config.model.embed_dim = 16;
  config.model.num_heads = 2;
  config.model.dropout = 0.1;
  config.batch = 3;
  config.steps = 12;
  config.schedule = "cosine";
  config.warmup = 3;
  config.clip = 1;
  config.eval_lens = {24, 50};
  config.eval_windows = 2;
  config.log_every = 2;
  return config;
}

}  // namespace pj::testing
