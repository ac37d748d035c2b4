#include "pj/ops/reduce.h"

#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("reduce");

TEST_CASE("values by hand") {
  const Variable x(Tensor::from({2, 3}, {1, 2, 3, 4, 5, 9}));
  CHECK(sum(x).value().item() == 24);
  CHECK(mean(x).value().item() == 4);
  CHECK(max_difference(sum(x, 0).value(), Tensor::from({3}, {5, 7, 12})) == 0);
  CHECK(max_difference(sum(x, -1, true).value(), Tensor::from({2, 1}, {6, 18})) == 0);
  CHECK(max_difference(mean(x, 1).value(), Tensor::from({2}, {2, 6})) == 0);
  CHECK(sum(Variable(Tensor::zeros({0, 2})), 0).shape() == Shape{2});
  CHECK(sum(Variable(Tensor::zeros({0}))).value().item() == 0);
}

TEST_CASE("a long sum loses no small numbers") {
  // In float 2^24 + 1 is 2^24.
  Tensor x = Tensor::full({65}, 1);
  x.data()[0] = real(1 << 24);
  CHECK(sum(Variable(x)).value().item() == real((1 << 24) + 64));
  CHECK(sum(Variable(x), 0).value().item() == real((1 << 24) + 64));
  CHECK(sum(Variable(x.reshape({65, 1})), 0).value().item() == real((1 << 24) + 64));
}

TEST_CASE("gradients") {
  const Tensor x = random_tensor({2, 3, 4});
  check_gradient([](const auto& v) { return sum(v[0]); }, {x});
  check_gradient([](const auto& v) { return mean(v[0]); }, {x});
  for (index_t axis = -3; axis < 3; ++axis) {
    check_gradient([axis](const auto& v) { return sum(v[0], axis); }, {x});
    check_gradient([axis](const auto& v) { return mean(v[0], axis, true); }, {x});
  }
}

TEST_CASE("the bits do not depend on the number of threads") {
  testing::check_same_bits([] {
    Variable x(random_tensor({40, 30, 50}), true);
    const Variable all = mean(x), rows = sum(x, 2), columns = sum(x, 0);
    backward(all);
    return std::vector<Tensor>{all.value(), rows.value(), columns.value(), x.grad()};
  });
}

TEST_CASE("a missing axis and a mean of nothing are named") {
  const Variable x(Tensor::zeros({2, 0}));
  CHECK_THROWS_WITH_AS(sum(x, 2), "sum: axis must exist, got 2 in (2, 0)", ShapeError);
  CHECK_THROWS_WITH_AS(mean(x, 1), "mean: there must be numbers to average, got shape (2, 0)",
                       ValueError);
  CHECK_THROWS_AS(mean(x), ValueError);
}

TEST_SUITE_END();
