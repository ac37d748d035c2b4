#include "pj/ops/shape_ops.h"

#include "pj/ops/arithmetic.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("shape_ops");

TEST_CASE("values by hand") {
  const Variable x(Tensor::from({2, 3}, {1, 2, 3, 4, 5, 6}));
  CHECK(max_difference(reshape(x, {3, 2}).value(), Tensor::from({3, 2}, {1, 2, 3, 4, 5, 6})) == 0);
  CHECK(max_difference(transpose(x, 0, 1).value(), Tensor::from({3, 2}, {1, 4, 2, 5, 3, 6})) == 0);
  CHECK(max_difference(slice(x, 1, 1, 3).value(), Tensor::from({2, 2}, {2, 3, 5, 6})) == 0);
  CHECK(max_difference(slice(x, 0, 1, 2).value(), Tensor::from({1, 3}, {4, 5, 6})) == 0);
  CHECK(slice(x, 0, 1, 1).shape() == Shape{0, 3});
  const Variable y(Tensor::from({2, 1}, {7, 8}));
  CHECK(max_difference(concat({x, y}, 1).value(), Tensor::from({2, 4}, {1, 2, 3, 7, 4, 5, 6, 8})) ==
        0);
}

TEST_CASE("transpose swaps any two dimensions, counted from either end") {
  const Tensor x = random_tensor({2, 3, 4, 5});
  for (index_t a = 0; a < 4; ++a)
    for (index_t b = 0; b < 4; ++b) {
      const Variable y = transpose(Variable(x), a, b - 4);
      CHECK(y.dim(a) == x.dim(b));
      CHECK(max_difference(transpose(y, b, a).value(), x) == 0);
    }
  // out[n, m, l, k] = x[k, m, l, n]
  const Variable swapped = transpose(Variable(x), 0, -1);
  CHECK(swapped.value().data()[((4 * 3 + 1) * 4 + 2) * 2 + 1] ==
        x.data()[((1 * 3 + 1) * 4 + 2) * 5 + 4]);
}

TEST_CASE("slices put together again are the whole") {
  const Tensor x = random_tensor({2, 5, 3});
  for (index_t axis = -3; axis < 3; ++axis) {
    const Variable v(x);
    const index_t n = v.dim(axis);
    const Variable whole = concat({slice(v, axis, 0, 1), slice(v, axis, 1, n)}, axis);
    CHECK(max_difference(whole.value(), x) == 0);
  }
}

TEST_CASE("gradients") {
  const Tensor x = random_tensor({2, 3, 4}, 1), y = random_tensor({2, 2, 4}, 2);
  check_gradient(
      [](const auto& v) {
        return mul(reshape(v[0], {4, 6}), reshape(v[0], {4, 6}));
      },
      {x});
  check_gradient([](const auto& v) { return transpose(v[0], 0, 2); }, {x});
  check_gradient([](const auto& v) { return transpose(v[0], 1, -1); }, {x});
  check_gradient([](const auto& v) { return slice(v[0], 1, 1, 3); }, {x});
  check_gradient([](const auto& v) { return concat({v[0], v[1], v[0]}, 1); }, {x, y});
}

TEST_CASE("what does not fit is named") {
  const Variable x(Tensor::zeros({2, 3})), y(Tensor::zeros({3, 3}));
  CHECK_THROWS_WITH_AS(reshape(x, {4}), "reshape: sizes must match, got (2, 3) and (4)",
                       ShapeError);
  CHECK_THROWS_WITH_AS(transpose(x, 0, 2), "transpose: axis must exist, got 2 in (2, 3)",
                       ShapeError);
  CHECK_THROWS_WITH_AS(slice(x, 1, 2, 4), "slice: range must lie in [0, 3], got [2, 4)",
                       ValueError);
  CHECK_THROWS_AS(slice(x, 1, 2, 1), ValueError);
  CHECK_THROWS_WITH_AS(concat({x, y}, 1),
                       "concat: sizes beside the axis must match, got (2, 3) and (3, 3)",
                       ShapeError);
  CHECK_THROWS_AS(concat({x, Variable(Tensor::zeros({2}))}, 0), ShapeError);
  CHECK_THROWS_AS(concat({}, 0), ValueError);
}

TEST_SUITE_END();
