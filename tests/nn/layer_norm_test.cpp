#include "pj/nn/layer_norm.h"

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;

TEST_SUITE_BEGIN("nn/layer_norm");

TEST_CASE("starts as the plain normalisation and lists its parameters") {
  const LayerNorm layer(2);
  const Variable y = layer(Variable(Tensor::from({1, 2}, {-100, 100})));
  CHECK(max_difference(y.value(), Tensor::from({1, 2}, {-1, 1})) <= 1e-6);  // eps 1e-5 beside 1e4
  Parameters parameters;
  layer.list_parameters("ln.", parameters);
  REQUIRE(parameters.size() == 2);
  CHECK(parameters[0].name == "ln.weight");
  CHECK(max_difference(parameters[0].variable.value(), Tensor::full({2}, 1)) == 0);
  CHECK(parameters[1].name == "ln.bias");
  CHECK(max_difference(parameters[1].variable.value(), Tensor::zeros({2})) == 0);
}

TEST_CASE("a size below 1 is named") {
  CHECK_THROWS_WITH_AS(LayerNorm(0), "LayerNorm: dim must be at least 1, got 0", ValueError);
}

TEST_SUITE_END();
