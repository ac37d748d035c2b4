#include "experiments/query_task.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "testing/golden.h"

TEST_SUITE_BEGIN("query_task");

namespace {

double norm(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

pj::QueryTeacher golden_teacher(const nlohmann::json& row) {
  return {.rule = row.at("teacher"),
          .target = row.at("target"),
          .train_len = row.at("train_len"),
          .cycles = row.at("omega_cycles"),
          .lambda = row.at("attention_lambda")};
}

}  // namespace

TEST_CASE("teacher weights meet the golden values for every kernel and both rules") {
  const auto golden = pj::testing::golden_json("query_teachers.json");
  CHECK(golden.at("rows").size() == 32);
  for (const auto& row : golden.at("rows")) {
    const std::vector<double> c = pj::teacher_weights(golden_teacher(row), row.at("seq_len"));
    INFO(row.at("target").get<std::string>() << " " << row.at("teacher").get<std::string>());
    for (std::size_t i = 0; i < 8; ++i) {
      CHECK(std::abs(c[i] - row.at("first")[i].get<double>()) <= 1e-12);
      CHECK(std::abs(c[c.size() - 8 + i] - row.at("last")[i].get<double>()) <= 1e-12);
    }
    CHECK(std::abs(std::accumulate(c.begin(), c.end(), 0.0) - row.at("sum").get<double>()) <=
          1e-11);
    CHECK(std::abs(norm(c) - row.at("l2").get<double>()) <= 1e-12);
    if (!row.contains("stats_at_96")) continue;
    pj::QueryTeacher attention = golden_teacher(row);
    attention.rule = "attention";
    const double entropy = pj::entropy_of(pj::teacher_weights(attention, 96));
    CHECK(std::abs(entropy - row.at("stats_at_96").at("entropy").get<double>()) <= 1e-12);
  }
}

TEST_CASE("a label is the sign of the weighted bits") {
  const std::vector<double> weights = {0.1, -3.0, 1.0};
  const pj::QueryBatch batch = pj::draw_query_batch(weights, 20, false, pj::Stream(1, "test"));
  CHECK(batch.tokens.size() == 20 * 4);
  for (std::size_t b = 0; b < 20; ++b) {
    CHECK(batch.tokens[4 * b + 3] == pj::kQueryToken);
    CHECK(batch.labels[b] == 1 - batch.tokens[4 * b + 1]);  // the weight of -3 outvotes the others
  }
}

TEST_CASE("the median splits a batch whose votes all have one sign") {
  const std::vector<double> weights(9, 1.0);
  const pj::QueryBatch batch = pj::draw_query_batch(weights, 64, true, pj::Stream(2, "test"));
  const int ones = std::accumulate(batch.labels.begin(), batch.labels.end(), 0);
  CHECK(ones <= 32);
  CHECK(ones >= 12);
}

TEST_CASE("rejects an unknown rule and a sequence without bits") {
  CHECK_THROWS_AS(pj::teacher_weights({.rule = "vote"}, 8), pj::UsageError);
  CHECK_THROWS_AS(pj::teacher_weights({}, 1), pj::ValueError);
}

TEST_SUITE_END();
