#include "pj/ops/softmax.h"

#include <limits>

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::kRounding;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("softmax");

namespace {

real log_of(double x) { return static_cast<real>(std::log(x)); }

}  // namespace

TEST_CASE("values by hand") {
  const Variable x(Tensor::from({2, 3}, {log_of(1), log_of(2), log_of(5), 4, 4, 4}));
  const real third = real(1) / 3;
  const Tensor expected =
      Tensor::from({2, 3}, {real(0.125), real(0.25), real(0.625), third, third, third});
  CHECK(max_difference(softmax(x).value(), expected) <= kRounding);
}

TEST_CASE("the ratio to the largest is the exponential, down to where it vanishes") {
  for (int i = 0; i <= 850; ++i) {
    const double difference = -0.1 * i;
    const real d = static_cast<real>(difference);
    const Tensor y = softmax(Variable(Tensor::from({2}, {d, 0}))).value();
    const double ratio = static_cast<double>(y.data()[0]) / static_cast<double>(y.data()[1]);
    CHECK(std::abs(ratio / std::exp(static_cast<double>(d)) - 1) <= kRounding);
  }
}

TEST_CASE("extreme numbers neither overflow nor turn into NaN") {
  const Variable x(
      Tensor::from({3, 2}, {-1e6, 0, real(3e38), real(3e38), real(-3e38), real(3e38)}));
  CHECK(max_difference(softmax(x).value(), Tensor::from({3, 2}, {0, 1, 0.5, 0.5, 0, 1})) == 0);
  const real nan = std::numeric_limits<real>::quiet_NaN();
  CHECK(std::isnan(softmax(Variable(Tensor::from({2}, {nan, 0}))).value().data()[1]));
}

TEST_CASE("a disabled entry gets exactly nothing, whatever it holds") {
  const Tensor enabled = Tensor::from({3}, {1, 0, 1});
  const real infinity = std::numeric_limits<real>::infinity();
  Variable x(Tensor::from({2, 3}, {2, infinity, 2, 0, 1000, -1e6}), true);
  const Variable y = softmax(x, enabled);
  CHECK(max_difference(y.value(), Tensor::from({2, 3}, {0.5, 0, 0.5, 1, 0, 0})) == 0);
  backward(y, random_tensor({2, 3}));
  CHECK(x.grad().data()[1] == 0);
  CHECK(x.grad().data()[4] == 0);
}

TEST_CASE("gradients") {
  const Tensor x = random_tensor({3, 2, 5});
  check_gradient([](const auto& v) { return softmax(v[0]); }, {x});
  const Tensor enabled = Tensor::from({5}, {0, 1, 1, 0, 1});
  check_gradient([&](const auto& v) { return softmax(v[0], enabled); }, {x});
}

TEST_CASE("the bits do not depend on the number of threads") {
  testing::check_same_bits([] {
    Variable x(random_tensor({700, 100}), true);
    const Variable y = softmax(x);
    backward(y, random_tensor(y.shape(), 2));
    return std::vector<Tensor>{y.value(), x.grad()};
  });
}

TEST_CASE("a mask that does not fit or enables nothing is named") {
  const Variable x(Tensor::zeros({2, 3}));
  CHECK_THROWS_WITH_AS(
      softmax(x, Tensor::zeros({2})),
      "softmax: enabled must have the size of x's last dimension, got (2) and (2, 3)", ShapeError);
  CHECK_THROWS_WITH_AS(softmax(x, Tensor::zeros({3})),
                       "softmax: enabled must hold a 1, got 3 zeros", ValueError);
  CHECK_THROWS_WITH_AS(softmax(Variable(Tensor::zeros({}))),
                       "softmax: x must have a dimension, got ()", ShapeError);
}

TEST_SUITE_END();
