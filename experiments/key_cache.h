#pragma once

#include <cstdint>
#include <filesystem>

#include "pj/tensor/tensor.h"

namespace pj {

/// Random matrices that turn lag features into keys and queries, (features, cache) each.
struct CacheMixes {
  Tensor key, query;
};

/// Drawn from N(0, 1/features) with streams of the seed.
CacheMixes random_mixes(std::uint64_t seed, index_t num_features, index_t cache_dim);

/// Read from a JSON file of row-major lists `key_mix` and `query_mix`. Throws IoError with the path
/// if a list is missing or has another size.
CacheMixes read_mixes(const std::filesystem::path& path, index_t num_features, index_t cache_dim);

/// Norms of the keys and what the last query, q . k / sqrt(cache), makes of them.
struct CacheScale {
  double norm_max = 0.0, norm_final = 0.0, norm_mean = 0.0;
  double norm_far_mean = 0.0;  ///< of the far half, lags T/2 to T-1
  double entry_max = 0.0;
  double logit_max = 0.0;  ///< largest magnitude
  double logit_std = 0.0;  ///< sample standard deviation
  index_t nonfinite = 0;   ///< entries of the keys
};

/// Relative 2-norm errors of the keys and of those logits when the keys are kept as symmetric
/// integers with one scale (tensor) or one a channel.
struct CacheErrors {
  double cache_tensor = 0.0, cache_channel = 0.0;
  double far_tensor = 0.0;  ///< of the far half, with the scale of the whole
  double logit_tensor = 0.0, logit_channel = 0.0;
};

/// The keys of lags 0..T-1 and the logits of the query at lag T-1.
class KeyCache {
 public:
  /// shapes    features (T, F)
  KeyCache(const Tensor& features, const CacheMixes& mixes);

  CacheScale scale() const;
  CacheErrors errors(int bits) const;

 private:
  std::vector<double> logits(const Tensor& keys) const;

  Tensor keys_, query_;  // (T, C) and (1, C)
  std::vector<double> logits_;
};

}  // namespace pj
