#include "pj/model/transformer.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "pj/ops/shape_ops.h"
#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;

namespace {

ModelConfig small(const std::string& method) {
  ModelConfig config;
  config.method = find_method(method);
  config.vocab_size = 11;
  config.train_len = 6;
  config.embed_dim = 24;
  config.num_heads = 2;
  return config;
}

std::vector<std::int32_t> tokens_of(index_t count) {
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i] = static_cast<std::int32_t>(i * 7 % 11);
  return tokens;
}

}  // namespace

TEST_SUITE_BEGIN("transformer");

TEST_CASE("the default model has about 0.20 million parameters under state-dict names") {
  ModelConfig config;
  config.method = find_method("full");
  const Transformer model(config, 0);
  CHECK(model.num_parameters() == 199408);
  const Parameters parameters = model.parameters();
  CHECK(parameters.front().name == "embedding.weight");
  CHECK(parameters.back().name == "head.bias");
  const auto has = [&](const char* name) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const Parameter& p) { return p.name == name; });
  };
  for (const char* name : {"blocks.0.norm1.weight", "blocks.0.attn.qkv.weight",
                           "blocks.1.attn.out_proj.bias", "blocks.1.attn.pj_bias.omega",
                           "blocks.0.mlp.0.weight", "blocks.0.mlp.2.weight", "norm.weight"})
    CHECK_MESSAGE(has(name), name);
}

TEST_CASE("models of one seed share the start of everything they have in common") {
  const Transformer a(small("rope"), 5), b(small("full"), 5), c(small("rope"), 6);
  CHECK(max_difference(a.parameters().front().variable.value(),
                       b.parameters().front().variable.value()) == 0);
  CHECK(max_difference(a.parameters().back().variable.value(),
                       b.parameters().back().variable.value()) == 0);
  CHECK(max_difference(a.parameters().front().variable.value(),
                       c.parameters().front().variable.value()) > 0.1);
}

TEST_CASE("no position sees a later token, for any method") {
  for (const Method& method : methods()) {
    CAPTURE(method.name);
    const Transformer model(small(method.name), 1);
    std::vector<std::int32_t> tokens = tokens_of(9);
    const Tensor before = model.features(tokens, 1, 9).value();
    tokens[6] = (tokens[6] + 1) % 11;
    const Tensor after = model.features(tokens, 1, 9).value();
    const index_t seen = 6 * 24;
    CHECK(std::equal(before.data(), before.data() + seen, after.data()));
    CHECK_FALSE(std::equal(before.data() + seen, before.data() + 9 * 24, after.data() + seen));
  }
}

TEST_CASE("the last row alone has the values and gradients the whole forward has there") {
  constexpr double kTolerance = sizeof(real) == sizeof(float) ? 2e-5 : 1e-12;
  constexpr index_t kBatch = 3, kLength = 9, kWidth = 24;
  const std::vector<std::int32_t> tokens = tokens_of(kBatch * kLength);
  for (const bool strict : {false, true})
    for (const Method& method : methods()) {
      CAPTURE(method.name);
      CAPTURE(strict);
      ModelConfig config = small(method.name);
      config.strict_mask = strict;
      const Transformer whole(config, 1), alone(config, 1);
      const Tensor upstream = pj::testing::random_tensor({kBatch, 1, kWidth}, 3);
      const Variable y = slice(whole.features(tokens, kBatch, kLength), 1, kLength - 1, kLength);
      const Variable last = alone.features(tokens, kBatch, kLength, {.last_row = true});
      CHECK(max_difference(last.value(), y.value()) <= kTolerance);
      backward(y, upstream);
      backward(last, upstream);
      const Parameters expected = whole.parameters(), got = alone.parameters();
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const Tensor &a = got[i].variable.grad(), &b = expected[i].variable.grad();
        CAPTURE(expected[i].name);
        REQUIRE(a.defined() == b.defined());
        if (a.defined()) CHECK(max_difference(a, b) <= 10 * kTolerance);
      }
    }
}

TEST_CASE("dropout follows its stream and is off without one") {
  ModelConfig config = small("affine");
  config.dropout = 0.5;
  const Transformer model(config, 1);
  const std::vector<std::int32_t> tokens = tokens_of(8);
  const auto run = [&](std::optional<Stream> stream) {
    ForwardOptions options;
    options.dropout = stream;
    return model.features(tokens, 2, 4, options).value();
  };
  const Tensor plain = run(std::nullopt), first = run(Stream(1, "dropout", 0));
  CHECK(max_difference(plain, run(std::nullopt)) == 0);
  CHECK(max_difference(first, run(Stream(1, "dropout", 0))) == 0);
  CHECK(max_difference(first, run(Stream(1, "dropout", 1))) > 0.1);
  CHECK(max_difference(first, plain) > 0.1);
}

TEST_CASE("a configuration is read back whole, and a bad one is named") {
  ModelConfig config = small("custom:rope+pi+fj,lc");
  config.dropout = 0.25;
  const nlohmann::json json = config;
  const nlohmann::json again = json.get<ModelConfig>();
  CHECK(again == json);
  config.embed_dim = 25;
  CHECK_THROWS_WITH_AS(config.check(), "model: embed_dim must divide into heads, got 25 and 2",
                       ValueError);
  nlohmann::json damaged = json;
  damaged.erase("num_heads");
  CHECK_THROWS_AS(damaged.get<ModelConfig>(), ValueError);
}

TEST_SUITE_END();
