#include "pj/ops/cached_attention.h"

#include <doctest/doctest.h>

#include <cmath>

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;
using pj::testing::random_tensor;

namespace {

constexpr index_t kHeads = 2, kHeadDim = 3, kChannels = kHeads * kHeadDim;

/// Rows [begin, end) of (1, T, W).
Variable rows(const Tensor& x, index_t begin, index_t end) {
  const index_t W = x.dim(2);
  Tensor part = Tensor::empty({1, end - begin, W});
  std::copy_n(x.data() + begin * W, (end - begin) * W, part.data());
  return Variable(part);
}

/// Attention over T positions, the first `prompt` read at once and the others `step` at a time.
Tensor decode(const Tensor& qkv, const Variable& lag_bias, bool strict, index_t prompt,
              index_t step) {
  const index_t T = qkv.dim(1);
  AttentionCache cache(kHeads, kHeadDim);
  Tensor out = Tensor::zeros({1, T, kChannels});
  for (index_t begin = 0, end = prompt; begin < T; begin = end, end = std::min(T, end + step)) {
    const Variable part = rows(qkv, begin, end);
    cache.append({part, kChannels, kChannels}, {part, 2 * kChannels, kChannels});
    const Variable y = cached_attention({part, 0, kChannels}, cache, lag_bias, {kHeads, strict});
    std::copy_n(y.value().data(), y.value().size(), out.data() + begin * kChannels);
  }
  return out;
}

}  // namespace

TEST_SUITE_BEGIN("cached_attention");

TEST_CASE("a row against two keys is what it is by hand") {
  // scores q k / sqrt(1) + bias[lag]: 2 * 1 + ln 3 - 2 = ln 3 and 2 * 0 + 0 = 0, so weights 3 : 1
  AttentionCache cache(1, 1);
  const Variable k(Tensor::from({1, 2, 1}, {1, 0})), v(Tensor::from({1, 2, 1}, {8, 4}));
  cache.append(k, v);
  const Variable q(Tensor::from({1, 1, 1}, {2}));
  const Variable bias(Tensor::from({1, 2}, {0, static_cast<real>(std::log(3.0) - 2)}));
  CHECK(std::abs(static_cast<double>(cached_attention(q, cache, bias, {}).value().item()) - 7) <=
        1e-5);
  CHECK(cached_attention(q, cache, bias, {1, true}).value().item() == 8);
}

TEST_CASE("rows read in pieces equal causal attention, beyond every block and capacity") {
  const index_t T = 2100;
  const Tensor qkv = random_tensor({1, T, 3 * kChannels}, 1);
  const Variable all(qkv), lag_bias(random_tensor({kHeads, T + 5}, 2));
  const Columns q(all, 0, kChannels), k(all, kChannels, kChannels),
      v(all, 2 * kChannels, kChannels);
  for (const bool strict : {false, true})
    for (const bool biased : {false, true}) {
      CAPTURE(strict);
      CAPTURE(biased);
      const Variable bias = biased ? lag_bias : Variable();
      const Tensor whole = causal_attention(q, k, v, bias, {kHeads, strict}).value();
      const double tolerance = 10 * pj::testing::kRounding;
      CHECK(max_difference(decode(qkv, bias, strict, 1, 1), whole) <= tolerance);
      CHECK(max_difference(decode(qkv, bias, strict, 300, 7), whole) <= tolerance);
    }
}

TEST_CASE("what is forgotten leaves no trace") {
  const Tensor qkv = random_tensor({1, 9, 3 * kChannels}, 3);
  AttentionCache cache(kHeads, kHeadDim), straight(kHeads, kHeadDim);
  const auto read = [&qkv](AttentionCache& to, index_t begin, index_t end) {
    const Variable part = rows(qkv, begin, end);
    to.append({part, kChannels, kChannels}, {part, 2 * kChannels, kChannels});
    return cached_attention({part, 0, kChannels}, to, {}, {kHeads, false}).value();
  };
  read(cache, 0, 8);
  cache.truncate(5);
  CHECK(cache.size() == 5);
  read(straight, 0, 5);
  CHECK(max_difference(read(cache, 8, 9), read(straight, 8, 9)) == 0);
  CHECK_THROWS_AS(cache.truncate(7), ValueError);
}

TEST_CASE("operands that do not fit are named") {
  AttentionCache cache(kHeads, kHeadDim);
  const Variable row(Tensor::zeros({1, 1, kChannels})), wide(Tensor::zeros({1, 1, kChannels + 1}));
  CHECK_THROWS_AS(cache.append(row, wide), ShapeError);
  CHECK_THROWS_AS(cached_attention(row, cache, {}, {kHeads, false}), ShapeError);
  cache.append(row, row);
  CHECK_THROWS_AS(cached_attention(row, cache, {}, {1, false}), ShapeError);
  CHECK_THROWS_AS(
      cached_attention(row, cache, Variable(Tensor::zeros({kHeads, 0})), {kHeads, false}),
      ShapeError);
  CHECK_THROWS_AS(AttentionCache(0, 1), ValueError);
}

TEST_SUITE_END();
