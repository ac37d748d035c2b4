#pragma once

#include <cstdint>
#include <vector>

#include "pj/data/corpus.h"
#include "pj/data/windows.h"
#include "pj/model/transformer.h"

namespace pj {

/// What to measure a model on: `windows` windows of `length` tokens from the evaluation part of a
/// corpus, or from anywhere in one that took no part in training; the same for every model of a
/// (corpus, seed, length).
struct EvalPlan {
  index_t length = 512;  ///< tokens
  index_t windows = 8;
  std::uint64_t seed = 0;
  index_t stat_rows = 64;  ///< query rows a window that the attention statistics read; 0 for none
  bool whole_corpus = false;  ///< windows from all of it
};

/// Where a plan's windows may lie in a corpus of so many tokens.
Split evaluation_split(const EvalPlan& plan, index_t num_tokens);

/// Statistics of the last layer's attention weights p over the lag d, averaged over the sampled
/// rows (evenly spaced, the last included), heads and windows.
struct AttentionStats {
  double entropy = 0;            ///< -sum p ln p, nats
  double effective_support = 0;  ///< e^entropy, tokens
  double average_distance = 0;   ///< sum p d, tokens
  index_t rows = 0;              ///< sampled rows a window
};

/// Loss of the targets at positions [begin, end) of their windows.
struct PositionLoss {
  index_t begin = 0, end = 0;  ///< tokens; buckets [0, 1), [1, 2), [2, 4), [4, 8), ...
  double loss = 0;             ///< nats a token
};

struct EvalResult {
  EvalPlan plan;
  double loss = 0;                    ///< nats a token, mean over windows
  std::vector<double> window_losses;  ///< one a window, in window order: pairs across models
  std::vector<PositionLoss> by_position;
  AttentionStats attention;
  double logit_std = 0, logit_max = 0;  ///< standard deviation and largest magnitude of the logits
  double query_norm = 0,
         key_norm = 0;  ///< mean norms of the last layer's q and k at the last position
  double seconds = 0;   ///< wall time

  double perplexity() const;
  double bits_per_token() const;
};

/// Measures a model. Holds activations of one batch of windows and logits of a few thousand rows,
/// never more. Throws ValueError if the corpus has no window of that length.
EvalResult evaluate(const Transformer& model, const Corpus& corpus, const EvalPlan& plan);

/// Adds up attention statistics of one layer view over evenly spaced rows.
class AttentionSampler {
 public:
  explicit AttentionSampler(index_t max_rows) : max_rows_(max_rows) {}
  void observe(const AttentionView& view);
  AttentionStats stats() const;

 private:
  index_t max_rows_, rows_ = 0, count_ = 0;
  double entropy_ = 0, support_ = 0, distance_ = 0;
};

}  // namespace pj
