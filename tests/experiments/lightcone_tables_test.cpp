#include <doctest/doctest.h>

#include <cmath>

#include "experiments/experiments.h"
#include "pj/tensor/real.h"
#include "testing/golden_table.h"
#include "testing/run_experiment.h"

using pj::testing::check_against_golden;
using pj::testing::run_small;

TEST_SUITE_BEGIN("lightcone_tables");

namespace {

constexpr bool kFloat = sizeof(pj::real) == sizeof(float);

}  // namespace

TEST_CASE("stability meets its golden table at 1024 and 32768") {
  check_against_golden(pj::stability_experiment(), 8 * 2);
}

TEST_CASE("raw norms pass 1e12 at 32768, light-cone norms stay at 2 and their phase spans 74 rad") {
  const pj::Results rows =
      run_small(pj::stability_experiment(), {{"variants", "raw,lc"}, {"eval-lens", "32768"}});
  const auto number = [&](const char* variant, const char* column) {
    return rows.where("variant", variant).mean(column).value_or(NAN);
  };
  CHECK(number("raw", "qk_norm_proxy_max") > 1e12);
  CHECK(std::abs(number("lc", "qk_norm_proxy_max") - 2.0) <= 0.01);
  CHECK(std::abs(number("raw", "far_phase_span_radians") - 1709) <= 1);
  CHECK(std::abs(number("lc", "far_phase_span_radians") - 74) <= 1);
}

TEST_CASE("retrieval meets its golden table at 4096" * doctest::skip(!kFloat)) {
  check_against_golden(pj::retrieval_experiment(), 8 * 3 * 2, {}, false);
}

TEST_CASE("cache meets its golden table at 1024 with the mixes of the reference") {
  check_against_golden(pj::cache_experiment(), 8,
                       {{"mixes", pj::testing::golden_path("tables/cache_mixes.json").string()}},
                       false);
}

TEST_CASE("a cache whose mixes are missing names the file") {
  CHECK_THROWS_AS(run_small(pj::cache_experiment(), {{"mixes", "/nowhere.json"}}), pj::Error);
}

TEST_CASE("a trained judge is at chance on far light-cone lags and right on growing ones") {
  const pj::Results rows = run_small(
      pj::resolution_experiment(),
      {{"variants", "scaled,lc"}, {"eval-lens", "32768"}, {"steps", "120"}, {"queries", "48"}});
  const pj::Results far = rows.where("bucket", "x16_32").where("precision", "fp32");
  CHECK(std::abs(far.where("variant", "lc").mean("hard_pair_accuracy").value_or(NAN) - 0.5) <=
        0.05);
  CHECK(far.where("variant", "scaled").mean("hard_pair_accuracy").value_or(NAN) >= 0.95);
  CHECK(rows.mean("positive_accept_rate").value_or(NAN) >= 0.99);
}

TEST_CASE("an attention readout finds the asked lag among all of 4096") {
  const pj::Results rows = run_small(pj::attention_retrieval_experiment(), {{"variants", "lc"}});
  const pj::Results fp32 = rows.where("precision", "fp32");
  CHECK(fp32.mean("top_position_accuracy").value_or(NAN) >= 0.99);
  const double near = fp32.where("bucket", "train").mean("target_attention_mass").value_or(NAN);
  const double far = fp32.where("bucket", "x1_4").mean("target_attention_mass").value_or(NAN);
  CHECK(near > 2 * far);  // far lags share their weight with many others
}

TEST_SUITE_END();
