#pragma once

#include <span>
#include <vector>

#include "pj/model/transformer.h"

namespace pj {

struct DecodingOptions {
  /// Length in tokens that the rotary scaling (PI, NTK, YaRN) is for: the sequence is then read as
  /// the beginning of one of that length, as an evaluation at that length reads it. 0 follows the
  /// length so far: beyond the train length each token then changes what every layer made of the
  /// tokens before it, so that a method with a scaling costs a whole pass a token.
  index_t total_len = 0;
  bool cache = true;  ///< false runs a whole pass a token, which is what the cache must equal
};

/// Reads a sequence token by token and tells the logits of the next one.
///
///   Decoder decoder(model, {.total_len = 300});
///   Tensor logits = decoder.read(prompt);          // (V), one pass over the prompt
///   while (...) logits = decoder.read({&next, 1});  // O(T) each
///
/// With a cache or without, the logits are those of Transformer::features over all tokens so far
/// with ForwardOptions::total_len, but for rounding. Keeps no graph.
class Decoder {
 public:
  /// The model must outlive the decoder.
  explicit Decoder(const Transformer& model, const DecodingOptions& options = {});

  /// The logits (V) after the last of the tokens, which join the sequence. Throws ValueError if
  /// there are none, one is outside the vocabulary, or the sequence outgrows options.total_len.
  Tensor read(std::span<const std::int32_t> tokens);

  /// Forgets the tokens from place `seq_len` on; throws ValueError unless 0 <= seq_len <=
  /// seq_len().
  void rewind(index_t seq_len);

  index_t seq_len() const { return static_cast<index_t>(tokens_.size()); }
  const std::vector<std::int32_t>& tokens() const { return tokens_; }

 private:
  index_t scaled_len() const;

  const Transformer* model_;
  DecodingOptions options_;
  std::vector<std::int32_t> tokens_;
  DecodingCache cache_;
};

}  // namespace pj
