#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "experiments/experiments.h"
#include "pj/runner/reference.h"
#include "pj/tensor/real.h"
#include "testing/golden_table.h"
#include "testing/run_experiment.h"

using pj::testing::check_against_golden;
using pj::testing::run_small;

TEST_SUITE_BEGIN("lightcone_tables");

namespace {

constexpr bool kFloat = sizeof(pj::real) == sizeof(float);

using Tolerances = std::vector<std::pair<std::vector<std::string>, pj::Tolerance>>;

/// A small run against the table of a program that computes phases and scores in float: only the
/// named columns, with tolerances that a float's phases justify.
void check_against_float(const pj::Experiment& experiment, const char* table,
                         const Tolerances& tolerances) {
  std::vector<pj::ResultColumn> columns = experiment.columns;
  std::size_t compared = 0;
  for (pj::ResultColumn& column : columns) {
    column.tolerance.reset();
    for (const auto& [names, tolerance] : tolerances)
      if (std::find(names.begin(), names.end(), column.name) != names.end()) {
        column.tolerance = tolerance;
        ++compared;
      }
  }
  pj::Results results(columns);
  for (const pj::Record& row : run_small(experiment).rows()) results.add(row);
  const auto agreement = pj::compare_with_reference(results, pj::testing::golden_path(table));
  CHECK(agreement.rows == static_cast<pj::index_t>(results.rows().size()));
  CHECK(agreement.columns.size() == compared);
  for (const pj::ColumnAgreement& column : agreement.columns) {
    INFO(column.column.name << " " << column.worst_case);
    CHECK(column.outside == 0);
  }
}

}  // namespace

TEST_CASE("stability meets the table of a program in float") {
  // 17 cycles make 3400 radians at 32768 tokens, known to 2e-4 in float; logits reach 200.
  const pj::Tolerance sums = {1e-6, 3e-6, "sums of floats"};
  const pj::Tolerance softmax = {0.002, 0.005, "a softmax of logits up to 200 in float"};
  const pj::Tolerance rounded = {1e-6, 1e-4, "an entry between two integers rounds either way"};
  check_against_float(pj::stability_experiment(), "tables/lc_stability_f32.csv",
                      {{{"bias_abs_max", "bias_rms", "weighted_logit_std", "qk_norm_proxy_max",
                         "qk_norm_proxy_final", "qk_norm_proxy_mean", "feature_abs_max",
                         "final_average_distance", "local_phase_ratio_far_mean",
                         "far_phase_span_radians", "far_local_collision_rate", "nonfinite_count"},
                        sums},
                       {{"final_attention_entropy", "final_effective_support"}, softmax},
                       {{"int8_quant_error_tensor", "int8_quant_error_per_order",
                         "int4_quant_error_tensor", "int4_quant_error_per_order"},
                        rounded}});
}

TEST_CASE("retrieval meets the table of a program in float" * doctest::skip(!kFloat)) {
  // 61 cycles make 1500 radians at 4096 tokens, known to 1e-4 in float; ties fall either way.
  const pj::Tolerance scores = {4e-5, 0, "phases in float"};
  const pj::Tolerance found = {0.05, 0, "ties", "mean_tie_count"};
  check_against_float(
      pj::retrieval_experiment(), "tables/lag_retrieval_f32.csv",
      {{{"mean_target_score", "mean_best_nonself_score", "mean_margin", "min_margin"}, scores},
       {{"top1_exact", "within_1", "within_8", "within_64"}, found}});
}

TEST_CASE("the combined table has a row a variant and leaves what was not measured absent") {
  pj::MemberResults members;
  for (const pj::Experiment& experiment :
       {pj::stability_experiment(), pj::retrieval_experiment(), pj::cache_experiment(),
        pj::resolution_experiment(), pj::attention_retrieval_experiment()})
    members.emplace(experiment.id, pj::Results(experiment.columns));
  members.at("stability") = run_small(pj::stability_experiment(), {{"variants", "scaled,lc"}});
  members.at("retrieval") = run_small(pj::retrieval_experiment(), {{"variants", "scaled,lc"}});
  const pj::Combination combination = pj::light_cone_combination();
  pj::Results table(combination.table.columns);
  for (const pj::Record& row : combination.rows(members)) table.add(row);
  CHECK(table.distinct("variant") == std::vector<std::string>{"scaled", "lc"});
  const pj::Results lc = table.where("variant", "lc");
  CHECK(lc.mean("qk_norm_max") == members.at("stability")
                                      .where("eval_len", 32768)
                                      .where("variant", "lc")
                                      .mean("qk_norm_proxy_max"));
  CHECK(lc.mean("retrieval_int4") == members.at("retrieval")
                                         .where("bucket", "x1_4")
                                         .where("precision", "int4")
                                         .where("variant", "lc")
                                         .mean("top1_exact"));
  CHECK_FALSE(lc.mean("hard_pairs_fp32"));
  const pj::Summary summary =
      combination.table.summarise(table, pj::Arguments(combination.table.settings));
  CHECK(summary.claims.front().verdict == pj::Verdict::kUndecided);
}

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
