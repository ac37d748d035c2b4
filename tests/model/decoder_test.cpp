#include "pj/model/decoder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::max_difference;

namespace {

constexpr index_t kTrainLen = 48, kPrompt = 20, kTokens = 256;

/// A model whose tokens depend on all it has read: weights are drawn larger than at the start of a
/// training, where the next token is nearly a function of the last one.
Transformer lively_model(const std::string& method, bool strict = false) {
  ModelConfig config;
  config.method = find_method(method);
  config.vocab_size = 31;
  config.train_len = kTrainLen;
  config.embed_dim = 24;
  config.num_heads = 2;
  config.strict_mask = strict;
  Transformer model(config, 7);
  for (Parameter& p : model.parameters())
    if (p.name.find("weight") != std::string::npos && p.name.find("norm") == std::string::npos)
      for (real& x : p.variable.mutable_value().values()) x *= 3;
  return model;
}

std::vector<std::int32_t> prompt() {
  std::vector<std::int32_t> tokens;
  for (index_t i = 0; i < kPrompt; ++i) tokens.push_back(static_cast<std::int32_t>(i * i % 31));
  return tokens;
}

std::int32_t argmax(const Tensor& logits) {
  return static_cast<std::int32_t>(
      std::max_element(logits.values().begin(), logits.values().end()) - logits.values().begin());
}

struct Decoded {
  std::vector<std::int32_t> tokens;
  std::vector<Tensor> logits;  // after the prompt and after each token
};

/// Reads the prompt and then each of the tokens, or `count` of the most probable.
Decoded decode(Decoder& decoder, index_t count, const std::vector<std::int32_t>& forced = {}) {
  Decoded result;
  result.logits.push_back(decoder.read(prompt()));
  for (index_t i = 0; i < count; ++i) {
    const std::int32_t token =
        forced.empty() ? argmax(result.logits.back()) : forced[static_cast<std::size_t>(i)];
    result.tokens.push_back(token);
    result.logits.push_back(decoder.read({&token, 1}));
  }
  return result;
}

/// A rounding of the decoder's, against logits of a few units; growing jets multiply it.
double tolerance(const Transformer& model, const Tensor& logits) {
  double largest = 1;
  for (const real x : logits.values())
    largest = std::max(largest, std::abs(static_cast<double>(x)));
  const bool jets = model.config().method.rotary.kind == RotaryKind::kJordan;
  return largest * pj::testing::kRounding * (jets ? 1e4 : 1e2);
}

/// In double the choices must agree. In float two logits may be nearer than a rounding, so the
/// cache reads the tokens of the whole passes and the rows are compared.
void check_cached_equals_whole(const Transformer& model, index_t total_len) {
  CAPTURE(model.config().method.name);
  CAPTURE(total_len);
  constexpr bool kDouble = sizeof(real) == 8;
  const index_t count = kDouble ? kTokens : kTokens / 4;
  Decoder cached(model, {total_len, true}), whole(model, {total_len, false});
  const Decoded b = decode(whole, count);
  const Decoded a = decode(cached, count, kDouble ? std::vector<std::int32_t>() : b.tokens);
  CHECK(a.tokens == b.tokens);
  for (std::size_t i = 0; i < a.logits.size(); ++i) {
    CAPTURE(i);
    CHECK(max_difference(a.logits[i], b.logits[i]) <= tolerance(model, b.logits[i]));
  }
  // A test that compares one token with itself would say nothing.
  CHECK(std::set<std::int32_t>(b.tokens.begin(), b.tokens.end()).size() >= (kDouble ? 8 : 4));
}

}  // namespace

TEST_SUITE_BEGIN("decoder");

TEST_CASE("every method decodes the same 256 tokens with the cache as with whole passes") {
  for (const Method& method : methods())
    check_cached_equals_whole(lively_model(method.name), kPrompt + kTokens + 1);
}

TEST_CASE("it does so where the scaling follows the length so far") {
  for (const char* method : {"rope_pi", "rope_ntk", "rope_yarn_affine", "full", "alibi"})
    check_cached_equals_whole(lively_model(method), 0);
}

TEST_CASE("it does so for a free combination and under the strict mask") {
  check_cached_equals_whole(lively_model("custom:pj_rotary+yarn+fj,lc"), kPrompt + kTokens + 1);
  check_cached_equals_whole(lively_model("custom:rope+ntk+alibi", true), kPrompt + kTokens + 1);
}

TEST_CASE("whole passes are the model's own forward") {
  for (const char* method : {"rope_ntk", "full"}) {
    CAPTURE(method);
    const Transformer model = lively_model(method);
    const std::vector<std::int32_t> tokens = prompt();
    const Tensor features = model.features(tokens, 1, kPrompt).value();
    const Tensor all = model.logits(Variable(features)).value();
    const Tensor last = Tensor::from({31}, all.values().subspan(31 * (kPrompt - 1)));
    Decoder whole(model, {0, false}), cached(model);
    CHECK(max_difference(whole.read(tokens), last) <= tolerance(model, last));
    CHECK(max_difference(cached.read(tokens), last) <= tolerance(model, last));
  }
}

TEST_CASE("the length of the scaling matters to the methods that have one, and to no other") {
  const auto far_apart = [](const char* method) {
    const Transformer model = lively_model(method);
    Decoder plain(model, {kTrainLen}), scaled(model, {4 * kTrainLen});
    return max_difference(plain.read(prompt()), scaled.read(prompt())) > 1e-3;
  };
  for (const char* method : {"rope_pi", "rope_ntk", "rope_yarn"}) CHECK(far_apart(method));
  for (const char* method : {"rope", "pj_rotary", "full"}) CHECK_FALSE(far_apart(method));
}

TEST_CASE("a prompt read in pieces leaves the same state") {
  for (const char* method : {"full", "pj_rotary", "rope_yarn", "alibi"}) {
    CAPTURE(method);
    const Transformer model = lively_model(method);
    const std::vector<std::int32_t> tokens = prompt();
    Decoder once(model, {100}), pieces(model, {100});
    const Tensor wanted = once.read(tokens);
    (void)pieces.read({tokens.data(), 3});
    (void)pieces.read({tokens.data() + 3, 1});
    CHECK(max_difference(pieces.read({tokens.data() + 4, kPrompt - 4}), wanted) <=
          tolerance(model, wanted));
  }
}

TEST_CASE("after going back the same tokens give the same logits") {
  for (const char* method : {"rope_ntk_affine", "lc_affine"})
    for (const index_t total_len : {index_t{0}, index_t{400}}) {
      CAPTURE(method);
      CAPTURE(total_len);
      const Transformer model = lively_model(method);
      Decoder decoder(model, {total_len, true});
      const std::vector<std::int32_t> first = decode(decoder, 60).tokens;
      decoder.rewind(kPrompt);
      CHECK(decoder.seq_len() == kPrompt);
      std::vector<std::int32_t> again;
      Tensor logits = decoder.read({first.data(), 1});
      for (std::size_t i = 1; i < 60; ++i) {
        again.push_back(argmax(logits));
        logits = decoder.read({&again.back(), 1});
      }
      CHECK(std::equal(again.begin(), again.end(), first.begin() + 1));
    }
}

TEST_CASE("no graph is kept, and what cannot be read is named") {
  const Transformer model = lively_model("full");
  Decoder decoder(model, {4});
  CHECK_THROWS_WITH_AS(decoder.read({}), "Decoder: tokens to read must be at least 1, got none",
                       ValueError);
  const std::vector<std::int32_t> bad = {31}, five = {1, 2, 3, 4, 5};
  CHECK_THROWS_WITH_AS(decoder.read(bad), "Decoder: tokens must be between 0 and 30, got 31",
                       ValueError);
  CHECK_THROWS_WITH_AS(decoder.read(five),
                       "Decoder: a sequence must be at most its total_len 4, got 5", ValueError);
  CHECK(decoder.seq_len() == 0);
  CHECK_THROWS_AS(decoder.rewind(1), ValueError);
  CHECK_THROWS_AS(Decoder(model, {-1}), ValueError);
}

TEST_SUITE_END();
