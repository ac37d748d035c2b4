#include "pj/nn/linear.h"

#include "pj/ops/linear.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;
using pj::testing::random_tensor;

TEST_SUITE_BEGIN("nn/linear");

TEST_CASE("lists its parameters and applies them") {
  Stream stream(1, "init");
  const Linear layer(16, 3, true, stream);
  Parameters parameters;
  layer.list_parameters("head.", parameters);
  REQUIRE(parameters.size() == 2);
  CHECK(parameters[0].name == "head.weight");
  CHECK(parameters[0].variable.shape() == Shape{3, 16});
  CHECK(parameters[1].name == "head.bias");
  CHECK(parameters[1].variable.shape() == Shape{3});
  for (const Parameter& p : parameters)
    for (const real value : p.variable.value().values()) CHECK(std::abs(value) <= real(0.25));
  const Variable x(random_tensor({2, 16}));
  CHECK(max_difference(layer(x).value(),
                       linear(x, parameters[0].variable, parameters[1].variable).value()) == 0);
}

TEST_CASE("a listed parameter is the layer's own") {
  Stream stream(1, "init");
  const Linear layer(2, 1, false, stream);
  Parameters parameters;
  layer.list_parameters("", parameters);
  REQUIRE(parameters.size() == 1);
  parameters[0].variable.mutable_value().copy_from(Tensor::from({1, 2}, {3, 4}));
  const Variable y = layer(Variable(Tensor::from({1, 2}, {1, 10})));
  CHECK(y.value().item() == 43);
  backward(y);
  CHECK(max_difference(parameters[0].variable.grad(), Tensor::from({1, 2}, {1, 10})) == 0);
}

TEST_CASE("a size below 1 is named") {
  Stream stream(1, "init");
  CHECK_THROWS_WITH_AS(Linear(0, 2, true, stream), "Linear: sizes must be at least 1, got 0 and 2",
                       ValueError);
}

TEST_SUITE_END();
