#include "pj/ops/embedding.h"

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("embedding");

TEST_CASE("values by hand") {
  const Variable weight(Tensor::from({3, 2}, {1, 2, 3, 4, 5, 6}));
  const std::vector<std::int32_t> tokens{2, 0, 2, 1};
  const Tensor y = embedding(weight, tokens, {2, 2}).value();
  CHECK(max_difference(y, Tensor::from({2, 2, 2}, {5, 6, 1, 2, 5, 6, 3, 4})) == 0);
  CHECK(embedding(weight, {}, {0}).shape() == Shape{0, 2});
}

TEST_CASE("a token that occurs twice gets both gradients, an absent one none") {
  Variable weight(Tensor::zeros({3, 1}), true);
  const std::vector<std::int32_t> tokens{2, 0, 2};
  backward(embedding(weight, tokens, {3}), Tensor::from({3, 1}, {1, 10, 100}));
  CHECK(max_difference(weight.grad(), Tensor::from({3, 1}, {10, 0, 101})) == 0);
}

TEST_CASE("gradient") {
  const std::vector<std::int32_t> tokens{4, 0, 4, 1, 2, 4};
  check_gradient(
      [&](const auto& v) {
        return embedding(v[0], tokens, {2, 3});
      },
      {random_tensor({5, 3})});
}

TEST_CASE("the bits do not depend on the number of threads") {
  testing::check_same_bits([] {
    Variable weight(random_tensor({300, 24}, 1), true);
    Stream stream(3, "tokens");
    std::vector<std::int32_t> tokens(5000);
    for (auto& token : tokens)  // few of them frequent, as in text
      token = static_cast<std::int32_t>(stream.below(1 + stream.below(300)));
    const Variable y = embedding(weight, tokens, {5000});
    backward(y, random_tensor(y.shape(), 2));
    return std::vector<Tensor>{y.value(), weight.grad()};
  });
}

TEST_CASE("a token outside the table is named") {
  const Variable weight(Tensor::zeros({3, 2}));
  const std::vector<std::int32_t> large{0, 3}, negative{-1};
  CHECK_THROWS_WITH_AS(embedding(weight, large, {2}),
                       "embedding: token must lie in [0, 3), got 3 at 1", ValueError);
  CHECK_THROWS_WITH_AS(embedding(weight, negative, {1}),
                       "embedding: token must lie in [0, 3), got -1 at 0", ValueError);
  CHECK_THROWS_WITH_AS(embedding(weight, large, {3}), "embedding: shape (3) needs 3 tokens, got 2",
                       ShapeError);
  CHECK_THROWS_AS(embedding(Variable(Tensor::zeros({3})), large, {2}), ShapeError);
}

TEST_SUITE_END();
