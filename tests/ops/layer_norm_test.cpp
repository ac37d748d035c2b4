#include "pj/ops/layer_norm.h"

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::kRounding;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("layer_norm");

TEST_CASE("values by hand") {
  // Row 1, 3 has mean 2 and variance 1; a constant row has variance 0 and becomes the bias.
  const Variable x(Tensor::from({2, 2}, {1, 3, 5, 5}));
  const Variable weight(Tensor::from({2}, {2, 10})), bias(Tensor::from({2}, {1, -1}));
  const Tensor expected = Tensor::from({2, 2}, {-1, 9, 1, -1});
  CHECK(max_difference(layer_norm(x, weight, bias, 1e-12).value(), expected) <= 20 * kRounding);
  // With eps = 3 the deviation is 2.
  const Tensor with_eps = layer_norm(x, weight, bias, 3).value();
  CHECK(max_difference(with_eps, Tensor::from({2, 2}, {0, 4, 1, -1})) <= 20 * kRounding);
}

TEST_CASE("a common offset of large size cancels") {
  Tensor x = random_tensor({1, 256});
  for (real& v : x.values()) v = std::round(64 * v);  // exact in float beside the offset
  const Variable one(Tensor::full({256}, 1)), zero(Tensor::zeros({256}));
  const Tensor before = layer_norm(Variable(x), one, zero).value();
  for (real& v : x.values()) v += 1 << 16;
  // The mean itself is rounded to the offset's spacing.
  const double spacing = sizeof(real) == 8 ? 1e-12 : 0x1p-7;
  CHECK(max_difference(layer_norm(Variable(x), one, zero).value(), before) <= spacing / 32);
}

TEST_CASE("gradients") {
  check_gradient([](const auto& v) { return layer_norm(v[0], v[1], v[2]); },
                 {random_tensor({2, 3, 5}, 1), random_tensor({5}, 2), random_tensor({5}, 3)});
}

TEST_CASE("the bits do not depend on the number of threads") {
  testing::check_same_bits([] {
    Variable x(random_tensor({1000, 48}, 1), true), weight(random_tensor({48}, 2), true);
    Variable bias(random_tensor({48}, 3), true);
    const Variable y = layer_norm(x, weight, bias);
    backward(y, random_tensor(y.shape(), 4));
    return std::vector<Tensor>{y.value(), x.grad(), weight.grad(), bias.grad()};
  });
}

TEST_CASE("sizes that do not fit are named") {
  const Variable x(Tensor::zeros({2, 3})), two(Tensor::zeros({2})), three(Tensor::zeros({3}));
  CHECK_THROWS_WITH_AS(layer_norm(x, two, three),
                       "layer_norm: weight and bias must have the size of x's last dimension, got "
                       "(2) and (3) for (2, 3)",
                       ShapeError);
  CHECK_THROWS_AS(layer_norm(x, three, two), ShapeError);
  CHECK_THROWS_WITH_AS(layer_norm(x, three, three, -1),
                       "layer_norm: eps must not be negative, got -1", ValueError);
}

TEST_SUITE_END();
