#include "pj/data/windows.h"

#include "pj/core/random.h"

namespace pj {
namespace {

/// `count` starts of windows of length + 1 tokens inside [begin, begin + size).
std::vector<index_t> draw_starts(Stream stream, index_t begin, index_t size, index_t length,
                                 index_t count) {
  require<ValueError>(length >= 1 && count >= 1,
                      "windows: length and count must be at least 1, got ", length, " and ", count);
  require<ValueError>(size > length, "windows: ", length + 1, " tokens are needed, got ", size);
  std::vector<index_t> starts;
  for (index_t i = 0; i < count; ++i) starts.push_back(begin + stream.below(size - length));
  return starts;
}

void require_room(std::string_view corpus, const char* purpose, const Split& split, index_t length,
                  index_t there) {
  require<ValueError>(length >= 1, purpose, " length must be at least 1, got ", length);
  require<ValueError>(there > length, corpus, ": ", purpose, " at length ", length, " needs ",
                      length + 1, " tokens, there are ", there, " (of ", split.total, " tokens ",
                      split.train, " train and ", split.evaluation(), " evaluate)");
}

}  // namespace

Split split_tokens(index_t num_tokens) {
  require<ValueError>(num_tokens >= 0, "split_tokens: tokens must not be negative, got ",
                      num_tokens);
  constexpr index_t kLeastEvaluation = 512;
  const index_t rest = num_tokens / 10 + (num_tokens % 10 != 0 ? 1 : 0);
  return {rest < kLeastEvaluation ? num_tokens / 2 : num_tokens - rest, num_tokens};
}

std::vector<index_t> training_windows(const Split& split, std::uint64_t seed, index_t step,
                                      index_t length, index_t batch) {
  require<ValueError>(step >= 0, "training_windows: step must not be negative, got ", step);
  return draw_starts(Stream(seed, "batch", static_cast<std::uint64_t>(step)), 0, split.train,
                     length, batch);
}

std::vector<index_t> evaluation_windows(const Split& split, std::uint64_t seed, index_t length,
                                        index_t count) {
  return draw_starts(Stream(seed, "eval", static_cast<std::uint64_t>(length)), split.train,
                     split.evaluation(), length, count);
}

void require_lengths(std::string_view corpus, const Split& split, index_t train_len,
                     const std::vector<index_t>& eval_lens) {
  if (train_len != 0) require_room(corpus, "training", split, train_len, split.train);
  for (const index_t length : eval_lens)
    require_room(corpus, "evaluation", split, length, split.evaluation());
}

}  // namespace pj
