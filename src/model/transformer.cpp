#include "pj/model/transformer.h"

#include "pj/ops/arithmetic.h"
#include "pj/ops/cached_attention.h"
#include "pj/ops/cross_entropy.h"
#include "pj/ops/dropout.h"
#include "pj/ops/embedding.h"
#include "pj/ops/gelu.h"
#include "pj/ops/last_row_attention.h"
#include "pj/ops/linear.h"
#include "pj/ops/shape_ops.h"
#include "pj/ops/token_attention.h"
#include "pj/position/alibi.h"

namespace pj {
namespace {

/// The stream a parameter starts from: of the seed and the parameter's name alone.
Stream initial(std::uint64_t seed, const std::string& name) { return Stream(seed, "init." + name); }

Linear make_linear(index_t in, index_t out, std::uint64_t seed, const std::string& name) {
  Stream stream = initial(seed, name);
  return Linear(in, out, true, stream);
}

std::optional<PjBias> make_bias(const ModelConfig& config, std::uint64_t seed,
                                const std::string& name) {
  if (config.method.bias != BiasKind::kPj) return std::nullopt;
  PjBiasConfig bias;
  bias.num_heads = config.num_heads;
  bias.max_order = static_cast<int>(config.max_order);
  bias.train_len = static_cast<double>(config.train_len);
  bias.sectors = config.method.sectors;
  if (const auto favoured = parse_gate_init(config.gate_init);
      favoured && bias.sectors.has(*favoured))
    bias.gate_init = favoured;
  bias.order_init = static_cast<int>(config.order_init);
  bias.slope_init = config.affine_slope_init;
  Stream stream = initial(seed, name);
  return PjBias(bias, stream);
}

Variable drop(const Variable& x, double rate, const ForwardOptions& options, index_t place) {
  if (rate == 0 || !options.dropout) return x;
  return dropout(x, rate,
                 Stream(options.dropout->at(0), "dropout", static_cast<std::uint64_t>(place)));
}

/// shapes: (B, T, C) -> (B, 1, C)
Variable last_of(const Variable& x) { return slice(x, 1, x.dim(1) - 1, x.dim(1)); }

}  // namespace

Attention::Attention(const ModelConfig& config, std::uint64_t seed, const std::string& name)
    : mask_{config.num_heads, config.strict_mask},
      qkv_(make_linear(config.embed_dim, 3 * config.embed_dim, seed, name + ".qkv")),
      out_proj_(make_linear(config.embed_dim, config.embed_dim, seed, name + ".out_proj")),
      bias_(make_bias(config, seed, name + ".pj_bias")) {}

Variable Attention::gather(Variable qkv, const Positions& positions, index_t layer,
                           const AttentionProbe& probe) const {
  const index_t T = qkv.dim(1), C = qkv.dim(2) / 3;
  const Variable rotated =
      positions.rotary ? rotate(qkv, mask_.num_heads, *positions.rotary, positions.rotary_row)
                       : qkv;
  const Columns q(rotated, 0, C), k(rotated, C, C), v(qkv, 2 * C, C);
  if (positions.cache == nullptr) {
    const Variable lag_bias = this->lag_bias(T, positions);
    if (probe) probe({layer, q, k, lag_bias, mask_});
    return causal_attention(q, k, v, lag_bias, mask_);
  }
  DecodingCache::Layer& past = positions.cache->layers[static_cast<std::size_t>(layer)];
  past.rows.append(k, v);
  const auto make_table = [this](index_t num_lags) { return bias_->table(num_lags); };
  const Variable lag_bias =
      bias_ ? cover_lags(past.lag_bias, past.rows.size(), make_table) : positions.fixed_bias;
  return past.rows.size() > T ? cached_attention(q, past.rows, lag_bias, mask_)
                              : causal_attention(q, k, v, lag_bias, mask_);
}

Variable Attention::gather_last_row(const Variable& rows, const Positions& positions) const {
  const index_t T = rows.dim(1), C = rows.dim(2);
  const auto third = [C](const Variable& x, index_t at) {
    return slice(x, 0, at * C, (at + 1) * C);
  };
  const Variable &weight = qkv_.weight(), &bias = qkv_.bias();
  const Variable q = linear(last_of(rows), third(weight, 0), third(bias, 0));
  return last_row_attention(q, rows, third(weight, 1), third(weight, 2), third(bias, 2),
                            lag_bias(T, positions), mask_);
}

Variable Attention::gather_tokens(const Variable& vocabulary, std::span<const std::int32_t> tokens,
                                  index_t B, index_t T, const Positions& positions) const {
  return token_attention(vocabulary, tokens, B, T, lag_bias(T, positions), mask_);
}

bool Attention::prefers_tokens(index_t vocab_size) const {
  return vocab_size < out_proj_.weight().dim(1) / mask_.num_heads;
}

Variable Attention::lag_bias(index_t T, const Positions& positions) const {
  return bias_ ? bias_->table(T) : positions.fixed_bias;
}

void Attention::list_parameters(const std::string& prefix, Parameters& out) const {
  qkv_.list_parameters(prefix + "qkv.", out);
  out_proj_.list_parameters(prefix + "out_proj.", out);
  if (bias_) bias_->list_parameters(prefix + "pj_bias.", out);
}

Block::Block(const ModelConfig& config, std::uint64_t seed, const std::string& name)
    : dropout_(config.dropout),
      norm1_(config.embed_dim),
      norm2_(config.embed_dim),
      attn_(config, seed, name + ".attn"),
      mlp_in_(make_linear(config.embed_dim, config.mlp_ratio * config.embed_dim, seed,
                          name + ".mlp.0")),
      mlp_out_(make_linear(config.mlp_ratio * config.embed_dim, config.embed_dim, seed,
                           name + ".mlp.2")) {}

Variable Block::operator()(Variable x, Variable qkv, const Positions& positions, index_t layer,
                           const ForwardOptions& options) const {
  // An evaluation holds no activation longer than it is read, so x and qkv are handed over.
  Variable gathered = attn_.gather(std::move(qkv), positions, layer, options.probe);
  return finish(std::move(x), std::move(gathered), layer, options);
}

Variable Block::first(Variable x, const TokenTable& table, const Positions& positions,
                      const ForwardOptions& options) const {
  const Variable vocabulary = qkv(table.rows);
  const index_t B = x.dim(0), T = x.dim(1);
  if (!options.probe && positions.are_lags_alone() && attn_.prefers_tokens(table.rows.dim(0)))
    return finish(std::move(x), attn_.gather_tokens(vocabulary, table.tokens, B, T, positions), 0,
                  options);
  return (*this)(std::move(x), embedding(vocabulary, table.tokens, {B, T}), positions, 0, options);
}

Variable Block::last_row(const Variable& x, const Positions& positions, index_t layer,
                         const ForwardOptions& options) const {
  const bool all_rows = options.probe || !positions.are_lags_alone() || x.dim(1) == 1;
  Variable gathered = all_rows ? last_of(attn_.gather(qkv(x), positions, layer, options.probe))
                               : attn_.gather_last_row(norm1_(x), positions);
  return finish(last_of(x), std::move(gathered), layer, options);
}

Variable Block::finish(Variable x, Variable gathered, index_t layer,
                       const ForwardOptions& options) const {
  x = add(x, drop(attn_.project(gathered), dropout_, options, 2 * layer));
  gathered = {};
  return add(x, drop(mlp_out_(gelu(mlp_in_(norm2_(x)))), dropout_, options, 2 * layer + 1));
}

void Block::list_parameters(const std::string& prefix, Parameters& out) const {
  norm1_.list_parameters(prefix + "norm1.", out);
  norm2_.list_parameters(prefix + "norm2.", out);
  attn_.list_parameters(prefix + "attn.", out);
  mlp_in_.list_parameters(prefix + "mlp.0.", out);
  mlp_out_.list_parameters(prefix + "mlp.2.", out);
}

namespace {

Embedding make_embedding(const ModelConfig& config, std::uint64_t seed) {
  Stream stream = initial(seed, "embedding");
  return Embedding(config.vocab_size, config.embed_dim, stream);
}

const ModelConfig& checked(const ModelConfig& config) {
  config.check();
  return config;
}

}  // namespace

Transformer::Transformer(const ModelConfig& config, std::uint64_t seed)
    : config_(checked(config)),
      embedding_(make_embedding(config, seed)),
      norm_(config.embed_dim),
      head_(make_linear(config.embed_dim, config.vocab_size, seed, "head")) {
  for (index_t layer = 0; layer < config.num_layers; ++layer)
    blocks_.emplace_back(config, seed, message("blocks.", layer));
}

Positions Transformer::positions(index_t T, const ForwardOptions& options) const {
  Positions positions;
  const bool rotates = config_.method.rotary.kind != RotaryKind::kNone;
  const bool alibi = config_.method.bias == BiasKind::kAlibi;
  const auto make_rotary = [this](index_t rows, index_t first, index_t total_len) {
    return Rotary(config_.method.rotary, config_.head_dim(), rows, config_.train_len, first,
                  total_len);
  };
  const auto make_table = [this](index_t num_lags) {
    return Variable(alibi_table(config_.num_heads, num_lags));
  };
  positions.cache = options.cache;
  if (options.cache == nullptr) {
    if (rotates) positions.rotary = make_rotary(T, 0, options.total_len);
    if (alibi) positions.fixed_bias = make_table(T);
    return positions;
  }
  const index_t first = options.cache->seq_len();
  if (rotates) {
    positions.rotary = options.cache->cover_rows(first, T, make_rotary);
    positions.rotary_row = first - options.cache->rotary_first;
  }
  if (alibi) positions.fixed_bias = cover_lags(options.cache->fixed_bias, first + T, make_table);
  return positions;
}

Variable Transformer::features(std::span<const std::int32_t> tokens, index_t B, index_t T,
                               const ForwardOptions& options) const {
  require<ShapeError>(static_cast<index_t>(tokens.size()) == B * T, "Transformer: tokens must be ",
                      B, " rows of ", T, ", got ", tokens.size());
  require<ValueError>(options.cache == nullptr || (B == 1 && !options.probe),
                      "Transformer: a cache is for one sequence and no probe, got ", B,
                      " sequences");
  const Positions shared = positions(T, options);
  Variable x = embedding_(tokens, {B, T});
  for (std::size_t layer = 0; layer < blocks_.size(); ++layer) {
    const Block& block = blocks_[layer];
    const auto place = static_cast<index_t>(layer);
    if (options.last_row && layer + 1 == blocks_.size()) {
      x = block.last_row(x, shared, place, options);
    } else if (layer == 0 && B * T > config_.vocab_size) {
      x = block.first(std::move(x), {embedding_.weight(), tokens}, shared, options);
    } else {
      Variable qkv = block.qkv(x);  // before x is handed over
      x = block(std::move(x), std::move(qkv), shared, place, options);
    }
  }
  return norm_(x);
}

Variable Transformer::loss(std::span<const std::int32_t> tokens,
                           std::span<const std::int32_t> targets, index_t B, index_t T,
                           const ForwardOptions& options) const {
  const Variable y = logits(features(tokens, B, T, options));
  return cross_entropy(reshape(y, {B * T, config_.vocab_size}), targets);
}

Parameters Transformer::parameters() const {
  Parameters out;
  embedding_.list_parameters("embedding.", out);
  for (std::size_t layer = 0; layer < blocks_.size(); ++layer)
    blocks_[layer].list_parameters(message("blocks.", layer, "."), out);
  norm_.list_parameters("norm.", out);
  head_.list_parameters("head.", out);
  return out;
}

index_t Transformer::num_parameters() const {
  index_t count = 0;
  for (const Parameter& p : parameters()) count += p.variable.value().size();
  return count;
}

}  // namespace pj
