#include <doctest/doctest.h>

#include <cmath>

#include "experiments/experiments.h"
#include "testing/run_experiment.h"

using pj::testing::run_small;

TEST_SUITE_BEGIN("spectral_flow");

TEST_CASE("the wave leaves along the tangent: its relative error halves with s - 1") {
  const pj::Results rows = run_small(
      pj::spectral_flow_experiment(),
      {{"train-len", "8192"}, {"eval-lens", "8193,8194"}, {"channels", "4"}, {"max-order", "0"}});
  const double one = rows.where("eval_len", 8193).mean("tangent_error").value_or(0.0);
  const double two = rows.where("eval_len", 8194).mean("tangent_error").value_or(0.0);
  CHECK(one > 0.0);
  CHECK(std::abs(two / one - 2.0) <= 0.01);  // the third order of the expansion
}

TEST_CASE("frequencies follow base^(-b / B) with the base of NTK scaling") {
  const pj::Results rows =
      run_small(pj::spectral_flow_experiment(), {{"eval-lens", "2048"}, {"channels", "6"}});
  const pj::Record row = rows.rows().at(0);
  const auto number = [&](const char* column) { return pj::cell_of(row, column).number().value(); };
  CHECK(std::abs(number("omega") - 0.01) <= 1e-16);
  CHECK(std::abs(number("omega_scaled") - 0.01 * std::pow(2.0, -0.5 * 24 / 22)) <= 1e-16);
  CHECK(std::abs(number("drift") - 1024 * (number("omega") - number("omega_scaled"))) <= 1e-12);
}

TEST_CASE("each jet order lowers the residual, below the remainder of the Taylor series") {
  const pj::Experiment experiment = pj::spectral_flow_experiment();
  const pj::Results rows = run_small(experiment);
  for (const std::string& channel : rows.distinct("channel")) {
    const std::vector<double> mse =
        rows.where("channel", channel).where("eval_len", 2048).numbers("mse");
    for (std::size_t r = 1; r < mse.size(); ++r) CHECK(mse[r] < mse[r - 1]);
  }
  for (const pj::Claim& claim :
       experiment.summarise(rows, pj::testing::small_settings(experiment)).claims) {
    INFO(claim.sentence << " " << claim.numbers);
    CHECK(claim.verdict == pj::Verdict::kSupported);
  }
}

TEST_SUITE_END();
