#include "pj/ops/token_attention.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pj/ops/embedding.h"
#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::gradient_error;
using pj::testing::max_difference;
using pj::testing::random_tensor;

namespace {

constexpr index_t kBatch = 2, kLength = 7, kWidth = 4, kHeads = 2, kTokens = 3;

std::vector<std::int32_t> some_tokens() { return {0, 1, 1, 0, 1, 0, 2, 1, 1, 1, 0, 2, 0, 2}; }

/// qkv of the vocabulary, lag bias.
std::vector<Tensor> operands(index_t T = kLength) {
  return {random_tensor({kTokens, 3 * kWidth}, 1), random_tensor({kHeads, T + 1}, 2)};
}

Variable attend(const std::vector<Variable>& x, bool strict) {
  return token_attention(x[0], some_tokens(), kBatch, kLength, x[1], {kHeads, strict});
}

/// Output and gradients of token_attention, or of causal_attention over the rows looked up.
std::vector<Tensor> run(bool by_token, const std::vector<Tensor>& x,
                        const std::vector<std::int32_t>& tokens, bool strict) {
  const index_t T = static_cast<index_t>(tokens.size()) / kBatch;
  const Variable qkv(x[0], true), bias = x[1].defined() ? Variable(x[1], true) : Variable();
  const Variable rows = embedding(qkv, tokens, {kBatch, T});
  const Columns q(rows, 0, kWidth), k(rows, kWidth, kWidth), v(rows, 2 * kWidth, kWidth);
  const Variable y = by_token ? token_attention(qkv, tokens, kBatch, T, bias, {kHeads, strict})
                              : causal_attention(q, k, v, bias, {kHeads, strict});
  backward(y, random_tensor({kBatch, T, kWidth}, 3));
  std::vector<Tensor> all = {y.value(), qkv.grad()};
  if (bias.defined()) all.push_back(bias.grad());
  return all;
}

void check_same(const std::vector<Tensor>& x, const std::vector<std::int32_t>& tokens, bool strict,
                double tolerance) {
  const std::vector<Tensor> expected = run(false, x, tokens, strict);
  const std::vector<Tensor> got = run(true, x, tokens, strict);
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(max_difference(got[i], expected[i]) <= tolerance);
}

constexpr bool kFloat = sizeof(real) == sizeof(float);

}  // namespace

TEST_SUITE_BEGIN("token_attention");

TEST_CASE("it is causal attention over looked-up rows, in values and gradients") {
  for (const bool strict : {false, true})
    for (const bool with_bias : {false, true}) {
      std::vector<Tensor> x = operands();
      if (!with_bias) x[1] = Tensor();
      check_same(x, some_tokens(), strict, kFloat ? 1e-5 : 1e-12);
    }
}

TEST_CASE("over many tiles of rows and keys, and where one token comes up late, it is the same") {
  constexpr index_t kLong = 600;
  std::vector<std::int32_t> tokens;
  for (index_t t = 0; t < kBatch * kLong; ++t)
    tokens.push_back(t % kLong < 400 ? static_cast<std::int32_t>(t * t % 7 % 2) : 2);
  for (const bool strict : {false, true})
    check_same(operands(kLong), tokens, strict, kFloat ? 1e-4 : 1e-11);
}

TEST_CASE("the bits do not depend on the number of threads") {
  std::vector<std::int32_t> tokens;
  for (index_t t = 0; t < kBatch * 300; ++t) tokens.push_back(static_cast<std::int32_t>(t % 3));
  pj::testing::check_same_bits([&] { return run(true, operands(300), tokens, true); });
}

TEST_CASE("a bias that grows by tens from lag to lag, and scores against it, change nothing") {
  std::vector<Tensor> x = operands();
  for (const double step : {-9.0, 9.0}) {
    for (index_t h = 0; h < kHeads; ++h)
      for (index_t d = 0; d <= kLength; ++d)
        x[1].data()[h * (kLength + 1) + d] = static_cast<real>(step * static_cast<double>(d));
    for (index_t n = 0; n < x[0].size(); ++n) x[0].data()[n] *= 3;
    check_same(x, some_tokens(), true, kFloat ? 1e-4 : 1e-11);
  }
}

TEST_CASE("its gradients are those of central differences" *
          doctest::skip(sizeof(real) == sizeof(float))) {
  for (const bool strict : {false, true})
    CHECK(gradient_error([&](const std::vector<Variable>& x) { return attend(x, strict); },
                         operands()) <= 1e-8);
}

TEST_CASE("what is not finite comes through") {
  for (std::size_t operand = 0; operand < 2; ++operand) {
    std::vector<Tensor> x = operands();
    std::fill_n(x[operand].data(), x[operand].size(), std::numeric_limits<real>::quiet_NaN());
    const Tensor y = attend({Variable(x[0]), Variable(x[1])}, true).value();
    CHECK(std::isnan(y.data()[y.size() - 1]));
  }
  std::vector<Tensor> x = operands();
  for (index_t w = 0; w < kTokens; ++w)  // queries alone
    std::fill_n(x[0].data() + w * 3 * kWidth, kWidth, std::numeric_limits<real>::quiet_NaN());
  const Tensor y = attend({Variable(x[0]), Variable(x[1])}, true).value();
  CHECK(std::isnan(y.data()[y.size() - 1]));
}

TEST_CASE("a strict first row gathers nothing, and a token outside the table is named") {
  const std::vector<Tensor> x = operands();
  const std::vector<Variable> given = {Variable(x[0]), Variable(x[1])};
  const Tensor y = attend(given, true).value();
  for (index_t c = 0; c < kWidth; ++c) CHECK(y.data()[c] == 0);
  std::vector<std::int32_t> tokens = some_tokens();
  tokens[3] = kTokens;
  CHECK_THROWS_AS(token_attention(given[0], tokens, kBatch, kLength, given[1], {kHeads, true}),
                  Error);
}

TEST_SUITE_END();
