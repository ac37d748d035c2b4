#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pj/core/error.h"
#include "pj/position/methods.h"

namespace pj {

/// Everything that decides a model's parameters and what they compute.
struct ModelConfig {
  Method method;             ///< rotary transform, length scaling and bias sectors
  index_t vocab_size = 256;  ///< tokens the head tells apart
  index_t train_len = 512;   ///< L, tokens: the unit of every position formula
  index_t embed_dim = 96;    ///< C = heads x head dimension
  index_t num_heads = 4;     ///< H
  index_t num_layers = 2;
  index_t mlp_ratio = 2;             ///< hidden width of the MLP over embed_dim
  index_t max_order = 3;             ///< R, highest jet order
  std::string gate_init = "affine";  ///< sector favoured at the start (uniform where a method lacks
                                     ///< it): "affine", "fj", "lc" or "uniform"
  index_t order_init = -1;           ///< order favoured at the start; -1 for none
  double affine_slope_init = 2;
  double dropout = 0;        ///< share of activations dropped after attention and MLP in training
  bool strict_mask = false;  ///< j < i instead of j <= i

  index_t head_dim() const { return embed_dim / num_heads; }
  /// Throws ValueError naming the first field that cannot be.
  void check() const;
};

/// Fields by name, the method by its own; `from_json` throws ValueError for a missing or wrong
/// field.
void to_json(nlohmann::json& out, const ModelConfig& config);
void from_json(const nlohmann::json& in, ModelConfig& config);

}  // namespace pj
