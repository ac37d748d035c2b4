#include "pj/ops/arithmetic.h"

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("arithmetic");

TEST_CASE("values by hand, with broadcasting") {
  const Variable a(Tensor::from({2, 2}, {1, 2, 3, 4})), b(Tensor::from({2}, {10, 20}));
  CHECK(max_difference(add(a, b).value(), Tensor::from({2, 2}, {11, 22, 13, 24})) == 0);
  CHECK(max_difference(sub(a, b).value(), Tensor::from({2, 2}, {-9, -18, -7, -16})) == 0);
  CHECK(max_difference(mul(a, b).value(), Tensor::from({2, 2}, {10, 40, 30, 80})) == 0);
  CHECK(max_difference(div(b, a).value(), Tensor::from({2, 2}, {10, 10, real(10) / 3, 5})) == 0);
  CHECK(max_difference(shift(scale(a, 2), -1).value(), Tensor::from({2, 2}, {1, 3, 5, 7})) == 0);
  const Variable column(Tensor::from({2, 1}, {1, 2}));
  CHECK(max_difference(mul(column, b).value(), Tensor::from({2, 2}, {10, 20, 20, 40})) == 0);
}

TEST_CASE("gradients, with broadcasting on either side") {
  const auto run = [](auto op, const Shape& a, const Shape& b) {
    Tensor divisor = random_tensor(b, 3);
    for (real& x : divisor.values()) x = 2 + x * x;  // keeps the division away from zero
    check_gradient([op](const auto& x) { return op(x[0], x[1]); }, {random_tensor(a, 2), divisor});
  };
  for (const auto& [a, b] : {std::pair<Shape, Shape>{{2, 3}, {2, 3}},
                             {{2, 3}, {3}},
                             {{3}, {2, 3}},
                             {{2, 3}, {2, 1}},
                             {{2, 1, 3}, {4, 1}},
                             {{}, {2, 2}}}) {
    run(add, a, b);
    run(sub, a, b);
    run(mul, a, b);
    run(pj::div, a, b);
  }
  check_gradient([](const auto& x) { return shift(scale(x[0], -3), 2); }, {random_tensor({5})});
}

TEST_CASE("an operand used twice gets both gradients") {
  Variable x(Tensor::from({1}, {3}), true);
  backward(mul(x, x));
  CHECK(x.grad().item() == 6);
}

TEST_CASE("shapes that do not broadcast are named") {
  const Variable a(Tensor::zeros({2, 3})), b(Tensor::zeros({2}));
  CHECK_THROWS_WITH_AS(add(a, b), "add: shapes must match or broadcast, got (2, 3) and (2)",
                       ShapeError);
  CHECK_THROWS_AS(mul(a, b), ShapeError);
}

TEST_SUITE_END();
