#include "pj/autograd/variable.h"

#include <doctest/doctest.h>

#include "pj/ops/arithmetic.h"
#include "pj/ops/shape_ops.h"

using namespace pj;

TEST_SUITE_BEGIN("variable");

TEST_CASE("gradients of repeated calls add up and can be cleared") {
  Variable x(Tensor::from({}, {2}), true);
  backward(scale(x, 3));
  backward(scale(x, 4));
  CHECK(x.grad().item() == 7);
  x.clear_grad();
  CHECK_FALSE(x.grad().defined());
}

TEST_CASE("a diamond waits for both paths") {
  Variable x(Tensor::from({}, {2}), true);
  const Variable y = scale(x, 3);                 // 6
  backward(mul(add(y, x), sub(y, scale(x, 2))));  // 4x * x
  CHECK(x.grad().item() == 16);
}

TEST_CASE("an operand used twice by one sum has both gradients") {
  Variable x(Tensor::from({2}, {2, 3}), true);
  const Variable y = add(x, x);
  backward(add(y, y), Tensor::from({2}, {1, 10}));
  CHECK(x.grad().data()[0] == 4);
  CHECK(x.grad().data()[1] == 40);
}

TEST_CASE("a gradient taken over by one operand is not changed by what the other adds") {
  Variable a(Tensor::from({1}, {1}), true), b(Tensor::from({1}, {1}), true);
  const Tensor upstream = Tensor::from({1}, {1});
  const Variable sum = add(a, reshape(b, {1}));
  backward(add(sum, scale(a, 5)), upstream);
  CHECK(a.grad().item() == 6);
  CHECK(b.grad().item() == 1);
  backward(scale(a, 1), upstream);  // a.grad may be a buffer that b's gradient once was
  CHECK(a.grad().item() == 7);
  CHECK(b.grad().item() == 1);
  CHECK(upstream.item() == 1);
}

TEST_CASE("a graph of a million ops is walked and freed without recursion") {
  Variable x(Tensor::from({}, {1}), true);
  {
    Variable y = x;
    for (int i = 0; i < 1000000; ++i) y = scale(y, 1);
    backward(y);
    CHECK(x.grad().item() == 1);
    Variable dropped = x;  // never walked: its destructor has the whole chain to free
    for (int i = 0; i < 1000000; ++i) dropped = scale(dropped, 1);
  }
  CHECK(x.grad().item() == 1);
}

TEST_CASE("intermediate values live only while something needs them") {
  Variable x(Tensor::zeros({1 << 16}), true);
  const index_t before = buffer_counts().used_bytes;
  Variable y = scale(scale(scale(x, 2), 2), 2);  // scale keeps nothing
  CHECK(buffer_counts().used_bytes - before <= 2 * x.value().size() * index_t{sizeof(real)});
}

TEST_CASE("without gradients no graph is kept") {
  Variable x(Tensor::from({}, {2}), true);
  const NoGrad no_grad;
  CHECK_FALSE(scale(x, 3).needs_grad());
}

TEST_CASE("misuse is named") {
  Variable x(Tensor::zeros({2}), true);
  CHECK_THROWS_WITH_AS(backward(scale(x, 1)), "backward: output must be one number, got shape (2)",
                       ShapeError);
  CHECK_THROWS_WITH_AS(backward(Variable(Tensor::zeros({}))),
                       "backward: output must need a gradient", ValueError);
  Variable z(Tensor::zeros({}), true);
  const Variable y = scale(z, 1);
  backward(y);
  CHECK_THROWS_WITH_AS(backward(y), "backward: the graph of scale was already walked and freed",
                       ValueError);
}

TEST_SUITE_END();
