#include "pj/nn/embedding.h"

#include "testing/gradient_check.h"

using namespace pj;

TEST_SUITE_BEGIN("nn/embedding");

TEST_CASE("lists its table and looks tokens up in it") {
  Stream stream(1, "init");
  const Embedding layer(5, 2, stream);
  Parameters parameters;
  layer.list_parameters("token.", parameters);
  REQUIRE(parameters.size() == 1);
  CHECK(parameters[0].name == "token.weight");
  CHECK(parameters[0].variable.shape() == Shape{5, 2});
  const std::vector<std::int32_t> tokens{4};
  const Variable y = layer(tokens, {1});
  CHECK(y.shape() == Shape{1, 2});
  CHECK(y.value().data()[1] == parameters[0].variable.value().data()[9]);
}

TEST_CASE("a size below 1 is named") {
  Stream stream(1, "init");
  CHECK_THROWS_WITH_AS(Embedding(3, 0, stream), "Embedding: sizes must be at least 1, got 3 and 0",
                       ValueError);
}

TEST_SUITE_END();
