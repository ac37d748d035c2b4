#include "pj/model/token_sampler.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace pj;

namespace {

/// Logits whose probabilities are 0.1, 0.2, 0.3, 0.4, times 100 to show that only differences
/// count.
const std::vector<real> kTenths = {
    static_cast<real>(std::log(10.0)), static_cast<real>(std::log(20.0)),
    static_cast<real>(std::log(30.0)), static_cast<real>(std::log(40.0))};

/// How often each of the tokens comes in so many draws.
std::vector<double> shares(const SamplingRule& rule, const std::vector<real>& logits,
                           int draws = 20000) {
  TokenSampler sampler(rule, Stream(1, "test"));
  std::vector<double> counts(logits.size());
  for (int i = 0; i < draws; ++i) counts[static_cast<std::size_t>(sampler(logits))] += 1.0 / draws;
  return counts;
}

/// 0.015 is four standard deviations of a share of 20,000 draws.
void check_shares(const std::vector<double>& got, const std::vector<double>& wanted) {
  REQUIRE(got.size() == wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(got[i] - wanted[i]) <= (wanted[i] > 0 && wanted[i] < 1 ? 0.015 : 1e-9));
  }
}

std::vector<std::int32_t> draw(const SamplingRule& rule, Stream stream,
                               const std::vector<real>& logits, int count = 50) {
  TokenSampler sampler(rule, stream);
  std::vector<std::int32_t> tokens;
  for (int i = 0; i < count; ++i) tokens.push_back(sampler(logits));
  return tokens;
}

}  // namespace

TEST_SUITE_BEGIN("token_sampler");

TEST_CASE("tokens come with the probabilities of the softmax") {
  check_shares(shares({}, kTenths), {0.1, 0.2, 0.3, 0.4});
}

TEST_CASE("temperature divides the logits") {
  check_shares(shares({.temperature = 0.5}, kTenths), {1 / 30.0, 4 / 30.0, 9 / 30.0, 16 / 30.0});
  check_shares(shares({.temperature = 1e9}, kTenths), {0.25, 0.25, 0.25, 0.25});
}

TEST_CASE("temperature 0, and the limit towards it, takes the largest logit") {
  check_shares(shares({.temperature = 0}, kTenths, 100), {0, 0, 0, 1});
  check_shares(shares({.temperature = 1e-300}, kTenths, 100), {0, 0, 0, 1});
}

TEST_CASE("of equal largest logits temperature 0 takes the lowest token") {
  check_shares(shares({.temperature = 0}, {1, 3, 3, 3}, 10), {0, 1, 0, 0});
}

TEST_CASE("top-k keeps the k most probable tokens, of equal ones the lower") {
  check_shares(shares({.top_k = 2}, kTenths), {0, 0, 3 / 7.0, 4 / 7.0});
  check_shares(shares({.top_k = 2}, {5, 5, 5, 0}), {0.5, 0.5, 0, 0});
  check_shares(shares({.top_k = 1}, {5, 5, 5, 0}, 10), {1, 0, 0, 0});
}

TEST_CASE("top-p keeps the token that crosses p") {
  check_shares(shares({.top_p = 0.39}, kTenths, 100), {0, 0, 0, 1});
  check_shares(shares({.top_p = 0.41}, kTenths), {0, 0, 3 / 7.0, 4 / 7.0});
  check_shares(shares({.top_p = 0.71}, kTenths), {0, 2 / 9.0, 3 / 9.0, 4 / 9.0});
  check_shares(shares({.top_p = 1e-12}, kTenths, 100), {0, 0, 0, 1});
}

TEST_CASE("top-p reads the probabilities that temperature and top-k left") {
  // Of 0.3 and 0.4 the larger has 4/7 = 0.57; of all four it has 0.4.
  check_shares(shares({.top_k = 2, .top_p = 0.5}, kTenths, 100), {0, 0, 0, 1});
  check_shares(shares({.temperature = 0.5, .top_p = 0.53}, kTenths, 100), {0, 0, 0, 1});
}

TEST_CASE("rules that leave everything change no draw, and streams decide the rest") {
  const std::vector<std::int32_t> plain = draw({}, Stream(3, "sample", 0), kTenths);
  CHECK(draw({.top_k = 4}, Stream(3, "sample", 0), kTenths) == plain);
  CHECK(draw({.top_k = 9, .top_p = 1}, Stream(3, "sample", 0), kTenths) == plain);
  CHECK(draw({}, Stream(3, "sample", 1), kTenths) != plain);
  CHECK(draw({}, Stream(4, "sample", 0), kTenths) != plain);
}

TEST_CASE("a rule or logits that cannot be are named") {
  const Stream stream(0, "test");
  CHECK_THROWS_WITH_AS(TokenSampler({.temperature = -1}, stream),
                       "TokenSampler: temperature must be at least 0, got -1", ValueError);
  CHECK_THROWS_AS(TokenSampler({.temperature = std::nan("")}, stream), ValueError);
  CHECK_THROWS_WITH_AS(TokenSampler({.top_k = -2}, stream),
                       "TokenSampler: top_k must not be negative, got -2", ValueError);
  CHECK_THROWS_WITH_AS(TokenSampler({.top_p = 0}, stream),
                       "TokenSampler: top_p must be above 0 and at most 1, got 0", ValueError);
  TokenSampler sampler({}, stream);
  CHECK_THROWS_AS(sampler(std::vector<real>{}), ValueError);
  CHECK_THROWS_AS(sampler(std::vector<real>{0, std::numeric_limits<real>::infinity()}), ValueError);
  CHECK_THROWS_AS(sampler(std::vector<real>{0, std::numeric_limits<real>::quiet_NaN()}),
                  ValueError);
}

TEST_SUITE_END();
