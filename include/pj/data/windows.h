#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// How a corpus is divided: tokens [0, train) train, [train, total) evaluate.
struct Split {
  index_t train = 0;
  index_t total = 0;

  index_t evaluation() const { return total - train; }
};

/// The first 90 % train; half and half when the rest would be under 512 tokens.
Split split_tokens(index_t num_tokens);

/// Where the `batch` windows of a training step start: each of length + 1 tokens, uniform over the
/// training part, a function of seed and step alone. Throws ValueError if no window fits.
std::vector<index_t> training_windows(const Split& split, std::uint64_t seed, index_t step,
                                      index_t length, index_t batch);

/// Where the windows that measure a length start: each of length + 1 tokens, uniform over the
/// evaluation part, a function of seed and length alone, so the same for every method and step; the
/// first n of a larger count are those of count n. Throws ValueError if no window fits.
std::vector<index_t> evaluation_windows(const Split& split, std::uint64_t seed, index_t length,
                                        index_t count);

/// Throws ValueError unless the corpus has room for every length a run will need; the message says
/// how many tokens there are and how many are needed. A train_len of 0 needs nothing.
void require_lengths(std::string_view corpus, const Split& split, index_t train_len,
                     const std::vector<index_t>& eval_lens);

}  // namespace pj
