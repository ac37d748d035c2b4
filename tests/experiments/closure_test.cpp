#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "experiments/experiments.h"
#include "experiments/score_window.h"
#include "testing/run_experiment.h"

TEST_SUITE_BEGIN("closure");

namespace {

constexpr pj::index_t kLength = 64;

pj::ScoreWindow window(pj::JordanTime time, pj::index_t order, const pj::ScoreVectors& vectors,
                       pj::index_t shift) {
  return pj::scores_at<double>(pj::jordan(time, order), vectors, {.count = 33, .first = shift},
                               kLength);
}

double change(pj::JordanTime time, pj::index_t order, const pj::ScoreVectors& vectors,
              pj::index_t shift) {
  const pj::ScoreWindow home = window(time, order, vectors, 0),
                        away = window(time, order, vectors, shift);
  double largest = 0.0;
  for (std::size_t j = 0; j < home.scores.size(); ++j)
    largest = std::max(largest, std::abs(home.scores[j] - away.scores[j]));
  return largest / away.magnitude;
}

}  // namespace

TEST_CASE("scores of an exact time depend on the lag alone at orders 1 to 4") {
  const pj::ScoreVectors vectors = pj::draw_score_vectors(3, 48);
  for (const pj::JordanTime time :
       {pj::JordanTime::kScaledExact, pj::JordanTime::kRaw, pj::JordanTime::kDamped})
    for (const pj::index_t order : {1, 2, 3, 4}) {
      INFO(order);
      // The angle of 4096 radians is itself rounded to 5e-13.
      CHECK(change(time, order, vectors, 4096) <= 4e-12);
    }
}

TEST_CASE("the stabilised time leaves order 1 exact and moves order 2 by what follows by hand") {
  const pj::ScoreVectors vectors = pj::draw_score_vectors(4, 16);
  const pj::RotarySpec spec = pj::jordan(pj::JordanTime::kStabilised, 2);
  CHECK(change(pj::JordanTime::kStabilised, 1, vectors, 1000) <= 4e-12);
  const pj::ScoreWindow away = window(pj::JordanTime::kStabilised, 2, vectors, 1000);
  const double derived =
      pj::derived_violation(spec, vectors, {.count = 33, .first = 1000}, kLength);
  CHECK(derived >= 1.0);
  CHECK(std::abs(change(pj::JordanTime::kStabilised, 2, vectors, 1000) * away.magnitude -
                 derived) <= 1e-9 * derived);
}

TEST_CASE("one block worked by hand: unit query in channel 1, unit key in channel 0") {
  // z1 = w0 = 1: the score is (t_i - t_j) cos(omega d) with omega = 1 and t = p / L, and the query
  // becomes (t, 1), of norm sqrt(1 + t^2).
  const pj::ScoreVectors vectors{{0, 0, 1, 0}, {1, 0, 0, 0}};
  const pj::ScoreWindow at = window(pj::JordanTime::kScaledExact, 2, vectors, 64);
  const double t = 96.0 / kLength;
  CHECK(std::abs(at.query_norm - std::sqrt(1 + t * t)) <= 1e-13);
  for (std::size_t j = 0; j < at.scores.size(); ++j) {
    const double d = 32.0 - static_cast<double>(j);
    CHECK(std::abs(at.scores[j] - d / kLength * std::cos(d)) <= 1e-13);
  }
}

TEST_CASE("raw norms grow with the power of the order, stabilised ones stay bounded") {
  const pj::ScoreVectors vectors = pj::draw_score_vectors(5, 24);
  const auto growth = [&](pj::JordanTime time, pj::index_t order) {
    return window(time, order, vectors, 1 << 16).query_norm /
           window(time, order, vectors, 1 << 15).query_norm;
  };
  for (const pj::index_t order : {2, 3, 4}) {
    CHECK(std::abs(growth(pj::JordanTime::kRaw, order) -
                   std::pow(2.0, static_cast<double>(order - 1))) <= 0.02);  // lower powers of t
    CHECK(growth(pj::JordanTime::kStabilised, order) <= 1.01);
  }
}

TEST_CASE("the table of a small run supports its claims") {
  const pj::Experiment experiment = pj::closure_experiment();
  const pj::Results results = pj::testing::run_small(experiment);
  CHECK(results.rows().size() == 4 * 4 * 2 * 3);
  for (const pj::Claim& claim :
       experiment.summarise(results, pj::testing::small_settings(experiment)).claims) {
    INFO(claim.sentence << " " << claim.numbers);
    CHECK(claim.verdict == pj::Verdict::kSupported);
  }
}

TEST_SUITE_END();
