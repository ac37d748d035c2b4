#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pj/core/random.h"
#include "pj/model/config.h"
#include "pj/model/decoding_cache.h"
#include "pj/nn/embedding.h"
#include "pj/nn/layer_norm.h"
#include "pj/nn/linear.h"
#include "pj/ops/causal_attention.h"
#include "pj/position/pj_bias.h"
#include "pj/position/rotary.h"

namespace pj {

/// What one attention layer computed with, shown to a probe in the one forward pass there is.
struct AttentionView {
  index_t layer = 0;
  Columns q, k;       ///< after the rotary transform, (B, T, C)
  Variable lag_bias;  ///< (H, T), undefined where the method has none
  AttentionMask mask;
};
using AttentionProbe = std::function<void(const AttentionView&)>;

/// What a forward pass may want beside the tokens.
struct ForwardOptions {
  std::optional<Stream> dropout = {};  ///< the step's stream; absent for evaluation
  AttentionProbe probe = {};           ///< called once a layer; empty for none
  bool last_row = false;               ///< only each sequence's last row leaves the last block
  index_t total_len = 0;           ///< length the rotary scaling is for; 0 for that of the tokens
  DecodingCache* cache = nullptr;  ///< what came before the tokens, which are added to it: one
                                   ///< sequence, without probe; its total_len holds
};

/// Positions of one forward pass, shared by all layers.
struct Positions {
  std::optional<Rotary> rotary;  ///< absent for methods that do not rotate
  Variable fixed_bias;     ///< a bias that is not learned (ALiBi), (H, >= T); undefined for none
  index_t rotary_row = 0;  ///< of the rotary's table, where the tokens begin
  DecodingCache* cache = nullptr;  ///< null unless decoding

  /// Whether they enter attention as a bias over lags or not at all, and every row is here.
  bool are_lags_alone() const { return !rotary && cache == nullptr; }
};

/// Multi-head causal attention of a block: one projection to q, k, v, the method's positions, one
/// projection back. Parameters `qkv`, `out_proj` and, where the method has sectors, `pj_bias`.
class Attention {
 public:
  Attention(const ModelConfig& config, std::uint64_t seed, const std::string& name);

  /// The projection to q, k and v side by side: (.., C) -> (.., 3C).
  Variable qkv(const Variable& x) const { return qkv_(x); }
  /// What the rows gather from each other, before the projection back: (B, T, 3C) -> (B, T, C).
  Variable gather(Variable qkv, const Positions& positions, index_t layer,
                  const AttentionProbe& probe) const;
  /// The same of the last row alone, from rows before the projection to q, k and v, for methods
  /// that do not rotate: (B, T, C) -> (B, 1, C).
  Variable gather_last_row(const Variable& rows, const Positions& positions) const;
  /// The same where every row is one of few tokens: qkv of the vocabulary (V, 3C) -> (B, T, C), for
  /// methods that do not rotate. Less work than `gather` if prefers_tokens(V).
  Variable gather_tokens(const Variable& vocabulary, std::span<const std::int32_t> tokens,
                         index_t B, index_t T, const Positions& positions) const;
  bool prefers_tokens(index_t vocab_size) const;
  /// The projection back: (.., C) -> (.., C).
  Variable project(const Variable& x) const { return out_proj_(x); }
  /// The learned bias; null where the method has none.
  const PjBias* bias() const { return bias_ ? &*bias_ : nullptr; }
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  Variable lag_bias(index_t T, const Positions& positions) const;

  AttentionMask mask_;
  Linear qkv_, out_proj_;
  std::optional<PjBias> bias_;
};

/// Rows of the residual stream that are tokens of a vocabulary.
struct TokenTable {
  Variable rows;  ///< of each token, (V, C)
  std::span<const std::int32_t> tokens;
};

/// Pre-norm block: x += attn(LN(x)); x += mlp(LN(x)), the MLP being linear, exact GELU, linear.
class Block {
 public:
  Block(const ModelConfig& config, std::uint64_t seed, const std::string& name);

  /// What attention reads of rows of the residual stream: (.., C) -> (.., 3C).
  Variable qkv(const Variable& x) const { return attn_.qkv(norm1_(x)); }
  /// shapes: x (B, T, C) and its qkv (B, T, 3C) -> (B, T, C)
  Variable operator()(Variable x, Variable qkv, const Positions& positions, index_t layer,
                      const ForwardOptions& options) const;
  /// The same of the first block, which sees tokens alone: each of the vocabulary is projected
  /// once, and where there are fewer tokens than channels, attention is theirs.
  Variable first(Variable x, const TokenTable& table, const Positions& positions,
                 const ForwardOptions& options) const;
  /// The last row of the same: (B, T, C) -> (B, 1, C). A probe sees every row, so it costs all of
  /// them, as a rotation does.
  Variable last_row(const Variable& x, const Positions& positions, index_t layer,
                    const ForwardOptions& options) const;
  const Attention& attention() const { return attn_; }
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  /// The residual stream after what its rows gathered and after the MLP.
  Variable finish(Variable x, Variable gathered, index_t layer,
                  const ForwardOptions& options) const;

  double dropout_;
  LayerNorm norm1_, norm2_;
  Attention attn_;
  Linear mlp_in_, mlp_out_;
};

/// The tiny causal language model: embedding, blocks, final norm, untied head with bias.
///
/// Every parameter starts from a stream of its own (the seed and its name), so models of different
/// methods share the start of everything they have in common.
class Transformer {
 public:
  Transformer(const ModelConfig& config, std::uint64_t seed);

  /// Final norm's output, (B, T, C), or with options.last_row (B, 1, C); tokens are B rows of T.
  /// Throws ShapeError or ValueError.
  Variable features(std::span<const std::int32_t> tokens, index_t B, index_t T,
                    const ForwardOptions& options = {}) const;
  /// The head: (..., C) -> (..., V).
  Variable logits(const Variable& features) const { return head_(features); }
  /// Mean cross-entropy in nats of predicting `targets` from `tokens`, B rows of T each.
  Variable loss(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets,
                index_t B, index_t T, const ForwardOptions& options = {}) const;

  const ModelConfig& config() const { return config_; }
  const std::vector<Block>& blocks() const { return blocks_; }
  /// All parameters under their state-dict names, in the order of the forward pass.
  Parameters parameters() const;
  index_t num_parameters() const;

 private:
  Positions positions(index_t T, const ForwardOptions& options) const;

  ModelConfig config_;
  Embedding embedding_;
  std::vector<Block> blocks_;
  LayerNorm norm_;
  Linear head_;
};

}  // namespace pj
