#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pj/core/random.h"
#include "pj/tensor/real.h"

namespace pj {

/// How a token is chosen from logits. The parts apply in this order; each sees what the one before
/// left, and those that leave everything change no draw.
struct SamplingRule {
  double temperature = 1;  ///< divides the logits; 0, the limit, always takes the largest
  index_t top_k = 0;       ///< keeps the k most probable tokens; 0 for all
  double top_p = 1;        ///< keeps the most probable tokens up to the one that brings their
                           ///< probability to p

  bool operator==(const SamplingRule&) const = default;
};

/// Draws tokens with probability softmax(logits / temperature), cut by top-k and top-p. Of equal
/// logits the lower token counts as the more probable. One number of the stream is used a token.
///
/// source    Fan et al. 2018 (top-k); Holtzman et al. 2020, The curious case of neural text
///           degeneration (top-p)
class TokenSampler {
 public:
  /// Throws ValueError unless temperature >= 0, top_k >= 0 and 0 < top_p <= 1.
  TokenSampler(const SamplingRule& rule, Stream stream);

  /// Throws ValueError if there are no logits or one is not finite.
  std::int32_t operator()(std::span<const real> logits);

 private:
  void weigh(std::span<const real> logits);
  void cut();

  SamplingRule rule_;
  Stream stream_;
  std::vector<double> weights_;      // of each token, the largest 1; 0 where it is cut
  std::vector<std::int32_t> order_;  // tokens, the most probable first
};

}  // namespace pj
