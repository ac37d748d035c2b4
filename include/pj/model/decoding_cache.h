#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "pj/model/config.h"
#include "pj/ops/cached_attention.h"
#include "pj/position/rotary.h"

namespace pj {

/// A lag table (H, >= num_lags): `table` itself, or a new one of at least twice its lags that takes
/// its place. A lag's bias does not depend on how many others there are.
template <class Make>
const Variable& cover_lags(Variable& table, index_t num_lags, Make&& make) {
  constexpr index_t kFirstLags = 256;
  const index_t held = table.defined() ? table.dim(1) : 0;
  if (held < num_lags) table = make(std::max({num_lags, 2 * held, kFirstLags}));
  return table;
}

/// What forward passes keep of the tokens of one sequence, so that the next one reads further
/// tokens only. Keys are kept as they were rotated: the scaling is for total_len, which a cache
/// cannot change, because what every layer but the first made of the old tokens depends on it.
struct DecodingCache {
  struct Layer {
    AttentionCache rows;
    Variable lag_bias;  ///< the learned bias of the longest table so far
  };

  DecodingCache(const ModelConfig& config, index_t scaled_len)
      : total_len(scaled_len),
        layers(static_cast<std::size_t>(config.num_layers),
               Layer{AttentionCache(config.num_heads, config.head_dim()), {}}) {}

  index_t seq_len() const { return layers.front().rows.size(); }

  /// A rotary table with the positions [first, first + count), made by make(rows, first, total_len)
  /// for as many again as there were before where the present one ends too early.
  template <class Make>
  const Rotary& cover_rows(index_t first, index_t count, Make&& make) {
    constexpr index_t kFirstRows = 256;
    const index_t end = rotary ? rotary_first + rotary->table().num_positions() : 0;
    if (!rotary || first < rotary_first || first + count > end) {
      rotary = make(std::max({count, first, kFirstRows}), first, total_len);
      rotary_first = first;
    }
    return *rotary;
  }

  index_t total_len;  ///< tokens, as in RotarySpec's scaling
  std::vector<Layer> layers;
  std::optional<Rotary> rotary;
  index_t rotary_first = 0;  ///< position of the rotary's first row
  Variable fixed_bias;
};

}  // namespace pj
