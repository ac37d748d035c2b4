#include "pj/model/token_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pj {

TokenSampler::TokenSampler(const SamplingRule& rule, Stream stream) : rule_(rule), stream_(stream) {
  require<ValueError>(rule.temperature >= 0 && std::isfinite(rule.temperature),
                      "TokenSampler: temperature must be at least 0, got ", rule.temperature);
  require<ValueError>(rule.top_k >= 0, "TokenSampler: top_k must not be negative, got ",
                      rule.top_k);
  require<ValueError>(rule.top_p > 0 && rule.top_p <= 1,
                      "TokenSampler: top_p must be above 0 and at most 1, got ", rule.top_p);
}

/// weight = e^((logit - largest) / temperature)
void TokenSampler::weigh(std::span<const real> logits) {
  const double largest = static_cast<double>(*std::max_element(logits.begin(), logits.end()));
  weights_.clear();
  for (const real logit : logits)
    weights_.push_back(std::exp((static_cast<double>(logit) - largest) / rule_.temperature));
}

/// Sets the weights that top-k and top-p leave out to 0.
void TokenSampler::cut() {
  const index_t V = static_cast<index_t>(weights_.size());
  const index_t k = rule_.top_k > 0 ? std::min(rule_.top_k, V) : V;
  if (k == V && rule_.top_p == 1) return;
  order_.resize(weights_.size());
  std::iota(order_.begin(), order_.end(), 0);
  const auto weight = [this](std::int32_t token) -> double& {
    return weights_[static_cast<std::size_t>(token)];
  };
  const auto more_probable = [&weight](std::int32_t a, std::int32_t b) {
    return weight(a) > weight(b) || (weight(a) == weight(b) && a < b);
  };
  std::partial_sort(order_.begin(), order_.begin() + k, order_.end(), more_probable);
  auto kept = order_.begin() + k;
  if (rule_.top_p < 1) {
    double all = 0, sum = 0;
    for (auto token = order_.begin(); token != kept; ++token) all += weight(*token);
    const auto crosses = [&](std::int32_t token) {
      sum += weight(token);
      return sum >= rule_.top_p * all;
    };
    const auto last = std::find_if(order_.begin(), kept, crosses);
    if (last != kept) kept = last + 1;
  }
  for (auto token = kept; token != order_.end(); ++token) weight(*token) = 0;
}

std::int32_t TokenSampler::operator()(std::span<const real> logits) {
  require<ValueError>(!logits.empty(), "TokenSampler: logits must be at least 1, got none");
  for (const real logit : logits)
    require<ValueError>(std::isfinite(logit), "TokenSampler: logits must be finite, got ", logit);
  const double drawn = stream_.uniform();
  if (rule_.temperature == 0)
    return static_cast<std::int32_t>(std::max_element(logits.begin(), logits.end()) -
                                     logits.begin());
  weigh(logits);
  cut();
  double left = drawn * std::accumulate(weights_.begin(), weights_.end(), 0.0);
  std::int32_t chosen = 0;
  for (std::size_t token = 0; token < weights_.size(); ++token) {
    if (weights_[token] == 0) continue;
    chosen = static_cast<std::int32_t>(token);
    left -= weights_[token];
    if (left < 0) break;
  }
  return chosen;
}

}  // namespace pj
