#include "pj/ops/token_attention.h"

#include "pj/ops/embedding.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::gradient_error;
using pj::testing::max_difference;
using pj::testing::random_tensor;

namespace {

constexpr index_t kBatch = 2, kLength = 7, kWidth = 4, kHeads = 2, kTokens = 3;

std::vector<std::int32_t> some_tokens() { return {0, 1, 1, 0, 1, 0, 2, 1, 1, 1, 0, 2, 0, 2}; }

/// qkv of the vocabulary, lag bias.
std::vector<Tensor> operands() {
  return {random_tensor({kTokens, 3 * kWidth}, 1), random_tensor({kHeads, kLength + 1}, 2)};
}

Variable attend(const std::vector<Variable>& x, bool strict) {
  return token_attention(x[0], some_tokens(), kBatch, kLength, x[1], {kHeads, strict});
}

}  // namespace

TEST_SUITE_BEGIN("token_attention");

TEST_CASE("it is causal attention over looked-up rows, in values and gradients") {
  constexpr double kTolerance = sizeof(real) == sizeof(float) ? 1e-5 : 1e-12;
  const Tensor upstream = random_tensor({kBatch, kLength, kWidth}, 3);
  for (const bool strict : {false, true})
    for (const bool with_bias : {false, true}) {
      const auto run = [&](bool by_token) {
        const std::vector<Tensor> x = operands();
        std::vector<Variable> leaves = {Variable(x[0], true)};
        leaves.push_back(with_bias ? Variable(x[1], true) : Variable());
        const Variable rows = embedding(leaves[0], some_tokens(), {kBatch, kLength});
        const Columns q(rows, 0, kWidth), k(rows, kWidth, kWidth), v(rows, 2 * kWidth, kWidth);
        const Variable y = by_token ? attend(leaves, strict)
                                    : causal_attention(q, k, v, leaves[1], {kHeads, strict});
        backward(y, upstream);
        std::vector<Tensor> all = {y.value(), leaves[0].grad()};
        if (with_bias) all.push_back(leaves[1].grad());
        return all;
      };
      const std::vector<Tensor> expected = run(false), got = run(true);
      for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(max_difference(got[i], expected[i]) <= kTolerance);
    }
}

TEST_CASE("its gradients are those of central differences" *
          doctest::skip(sizeof(real) == sizeof(float))) {
  for (const bool strict : {false, true})
    CHECK(gradient_error([&](const std::vector<Variable>& x) { return attend(x, strict); },
                         operands()) <= 1e-8);
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
