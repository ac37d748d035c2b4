#include "experiments/key_cache.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/quantise.h"
#include "pj/core/files.h"
#include "pj/core/random.h"
#include "pj/tensor/blas.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kKeyChunk = 1024;

Tensor random_mix(std::uint64_t seed, const char* name, const Shape& shape) {
  Stream stream(seed, name);
  Tensor mix = Tensor::empty(shape);
  for (real& x : mix.values())
    x = static_cast<real>(stream.normal() / std::sqrt(static_cast<double>(shape.dim(0))));
  return mix;
}

Tensor read_mix(const nlohmann::json& document, const char* name, const Shape& shape) {
  const auto values = document.at(name).get<std::vector<real>>();
  require<ValueError>(static_cast<index_t>(values.size()) == shape.size(), name, " must hold ",
                      shape.size(), " numbers, got ", values.size());
  return Tensor::from(shape, values);
}

Tensor product(const Tensor& features, const Tensor& mix) {
  Tensor y = Tensor::empty({features.dim(0), mix.dim(1)});
  matmul_into(y, features, Op::kPlain, mix, Op::kPlain, false);
  return y;
}

std::span<const real> far_half(const Tensor& keys) {
  return keys.values().subspan(static_cast<std::size_t>(keys.dim(0) / 2 * keys.dim(1)));
}

Tensor quantised(const Tensor& keys, index_t columns, int bits) {
  Tensor rounded = Tensor::empty(keys.shape());
  quantise<real>(keys.values(), columns, bits, rounded.values());
  return rounded;
}

}  // namespace

CacheMixes random_mixes(std::uint64_t seed, index_t num_features, index_t cache_dim) {
  const Shape shape{num_features, cache_dim};
  return {random_mix(seed, "cache.key_mix", shape), random_mix(seed, "cache.query_mix", shape)};
}

CacheMixes read_mixes(const std::filesystem::path& path, index_t num_features, index_t cache_dim) {
  const Shape shape{num_features, cache_dim};
  try {
    const auto document = nlohmann::json::parse(read_file(path));
    return {read_mix(document, "key_mix", shape), read_mix(document, "query_mix", shape)};
  } catch (const nlohmann::json::exception& error) {
    throw IoError(message(path.string(), ": must hold key_mix and query_mix, got ", error.what()));
  } catch (const ValueError& error) {
    throw IoError(message(path.string(), ": ", error.what()));
  }
}

KeyCache::KeyCache(const Tensor& features, const CacheMixes& mixes)
    : keys_(product(features, mixes.key)) {
  const index_t T = features.dim(0), width = features.dim(1);
  Tensor last = Tensor::empty({1, width});
  std::copy_n(features.data() + (T - 1) * width, width, last.data());
  query_ = product(last, mixes.query);
  logits_ = logits(keys_);
}

std::vector<double> KeyCache::logits(const Tensor& keys) const {
  const index_t C = keys.dim(1);
  std::vector<double> result(static_cast<std::size_t>(keys.dim(0)));
  const double unit = 1 / std::sqrt(static_cast<double>(C));
  for_each_chunk(
      keys.dim(0),
      [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) {
          const real* const key = keys.data() + i * C;
          double dot = 0.0;
          for (index_t c = 0; c < C; ++c)
            dot += static_cast<double>(key[c]) * static_cast<double>(query_.data()[c]);
          result[static_cast<std::size_t>(i)] = unit * dot;
        }
      },
      kKeyChunk);
  return result;
}

CacheScale KeyCache::scale() const {
  const index_t T = keys_.dim(0), C = keys_.dim(1);
  const auto count = static_cast<double>(T);
  CacheScale s;
  double sum = 0.0, far = 0.0, logit_sum = 0.0, logit_squares = 0.0;
  const real* key = keys_.data();
  for (index_t i = 0; i < T; ++i, key += C) {
    double squares = 0.0;
    for (index_t c = 0; c < C; ++c) {
      const auto x = static_cast<double>(key[c]);
      squares += x * x;
      s.entry_max = std::max(s.entry_max, std::abs(x));
      s.nonfinite += std::isfinite(x) ? 0 : 1;
    }
    s.norm_final = std::sqrt(squares);
    s.norm_max = std::max(s.norm_max, s.norm_final);
    sum += s.norm_final;
    if (i >= T / 2) far += s.norm_final;
  }
  s.norm_mean = sum / count;
  s.norm_far_mean = far / static_cast<double>(T - T / 2);
  for (const double logit : logits_) {
    logit_sum += logit;
    s.logit_max = std::max(s.logit_max, std::abs(logit));
  }
  for (const double logit : logits_)
    logit_squares += (logit - logit_sum / count) * (logit - logit_sum / count);
  s.logit_std = std::sqrt(logit_squares / (count - 1));
  return s;
}

CacheErrors KeyCache::errors(int bits) const {
  const Tensor whole = quantised(keys_, 1, bits), channels = quantised(keys_, keys_.dim(1), bits);
  return {.cache_tensor = relative_error<real>(whole.values(), keys_.values()),
          .cache_channel = relative_error<real>(channels.values(), keys_.values()),
          .far_tensor = relative_error<real>(far_half(whole), far_half(keys_)),
          .logit_tensor = relative_error<double>(logits(whole), logits_),
          .logit_channel = relative_error<double>(logits(channels), logits_)};
}

}  // namespace pj
