#include "pj/ops/cross_entropy.h"

#include <limits>

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::kRounding;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("cross_entropy");

namespace {

std::vector<std::int32_t> random_targets(index_t count, index_t bound) {
  Stream stream(5, "targets");
  std::vector<std::int32_t> targets(static_cast<std::size_t>(count));
  for (auto& target : targets) target = static_cast<std::int32_t>(stream.below(bound));
  return targets;
}

}  // namespace

TEST_CASE("values by hand") {
  // Probabilities (1/4, 3/4) and (1/2, 1/2).
  const Tensor logits = Tensor::from({2, 2}, {0, static_cast<real>(std::log(3.0)), 7, 7});
  const std::vector<std::int32_t> targets{0, 1};
  const std::vector<double> losses = token_losses(logits, targets);
  CHECK(std::abs(losses[0] - std::log(4.0)) <= kRounding);
  CHECK(std::abs(losses[1] - std::log(2.0)) <= kRounding);
  const Variable loss = cross_entropy(Variable(logits), targets);
  CHECK(loss.shape() == Shape{});
  CHECK(std::abs(static_cast<double>(loss.value().item()) - std::log(8.0) / 2) <= kRounding);
}

TEST_CASE("logits that are equal cost the logarithm of their number") {
  const Tensor logits = Tensor::full({1, 256}, -1e6);
  CHECK(std::abs(token_losses(logits, random_targets(1, 256))[0] - std::log(256.0)) <= kRounding);
}

TEST_CASE("extreme logits neither overflow nor turn into NaN") {
  Variable logits(Tensor::from({3, 2}, {-1e6, 0, real(1e6), 0, real(1e38), real(-1e38)}), true);
  const std::vector<std::int32_t> targets{0, 0, 0};
  const std::vector<double> losses = token_losses(logits.value(), targets);
  CHECK(losses[0] == 1e6);
  CHECK(losses[1] == 0);
  CHECK(losses[2] == 0);
  backward(cross_entropy(logits, targets), Tensor::full({}, 3));
  CHECK(max_difference(logits.grad(), Tensor::from({3, 2}, {-1, 1, 0, 0, 0, 0})) == 0);
}

TEST_CASE("a logit that is NaN makes the loss NaN") {
  const real nan = std::numeric_limits<real>::quiet_NaN();
  const std::vector<std::int32_t> targets{0};
  CHECK(std::isnan(token_losses(Tensor::from({1, 2}, {0, nan}), targets)[0]));
}

TEST_CASE("gradient") {
  const auto targets = random_targets(4, 5);
  check_gradient([&](const auto& v) { return cross_entropy(v[0], targets); },
                 {random_tensor({4, 5})});
}

TEST_CASE("the bits do not depend on the number of threads") {
  const auto targets = random_targets(1000, 100);
  testing::check_same_bits([&] {
    Variable logits(random_tensor({1000, 100}), true);
    const Variable loss = cross_entropy(logits, targets);
    backward(loss);
    return std::vector<Tensor>{loss.value(), logits.grad()};
  });
}

TEST_CASE("a target outside the vocabulary and shapes that do not fit are named") {
  const Tensor logits = Tensor::zeros({2, 3});
  const std::vector<std::int32_t> large{0, 3}, negative{-1, 0}, three{0, 0, 0};
  CHECK_THROWS_WITH_AS(cross_entropy(Variable(logits), large),
                       "cross_entropy: target must lie in [0, 3), got 3 at 1", ValueError);
  CHECK_THROWS_WITH_AS(token_losses(logits, negative),
                       "token_losses: target must lie in [0, 3), got -1 at 0", ValueError);
  CHECK_THROWS_WITH_AS(cross_entropy(Variable(logits), three),
                       "cross_entropy: logits must have shape (3, V), one row a target, got (2, 3)",
                       ShapeError);
  CHECK_THROWS_WITH_AS(cross_entropy(Variable(Tensor::zeros({0, 3})), {}),
                       "cross_entropy: there must be targets, got 0", ValueError);
}

TEST_SUITE_END();
