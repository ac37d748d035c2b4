#include <doctest/doctest.h>

#include "experiments/experiments.h"
#include "pj/runner/reference.h"
#include "testing/golden.h"
#include "testing/run_experiment.h"

using pj::testing::run_small;

TEST_SUITE_BEGIN("kernel_tables");

namespace {

/// Every cell of a small run against the golden table; the golden rows it does not have are those
/// of other settings.
void check_against_golden(const pj::Experiment& experiment, pj::index_t rows) {
  const pj::Results results = run_small(experiment);
  const pj::Agreement agreement =
      pj::compare_with_reference(results, pj::testing::golden_path(experiment.reference));
  CHECK(agreement.rows == rows);
  CHECK(agreement.rows == static_cast<pj::index_t>(results.rows().size()));
  CHECK(agreement.columns.size() >= 4);
  for (const pj::ColumnAgreement& column : agreement.columns) {
    INFO(column.column.name << " " << column.worst_case);
    CHECK(column.outside == 0);
  }
  const pj::Summary summary =
      experiment.summarise(results, pj::testing::small_settings(experiment));
  for (const pj::Claim& claim : summary.claims) {
    INFO(claim.sentence << " " << claim.numbers);
    CHECK(claim.verdict == pj::Verdict::kSupported);
  }
}

}  // namespace

TEST_CASE("fixed-kernel meets its golden table, and every target the basis that contains it") {
  check_against_golden(pj::fixed_kernel_experiment(), 8 * 15 * 2);
}

TEST_CASE("grape meets its golden table") {
  check_against_golden(pj::grape_experiment(), 5 * 6 * 2);
}

TEST_CASE("gates find the sector and the order of simple teachers in a short training") {
  const pj::Results rows =
      run_small(pj::adaptive_experiment(), {{"targets", "phase,linear,second_jet,lc_core"}});
  const auto text = [&](const char* target, const char* column) {
    return pj::cell_of(rows.where("target", target).rows().at(0), column).text().value_or("absent");
  };
  CHECK(text("phase", "top_sector") == "fj");
  CHECK(text("phase", "top_order") == "0");
  CHECK(text("linear", "top_sector") == "affine");
  CHECK(text("linear", "top_order") == "absent");
  CHECK(text("second_jet", "top_sector") == "fj");
  CHECK(text("second_jet", "top_order") == "2");
  CHECK(text("lc_core", "top_sector") == "lc");
  for (const pj::Record& row : rows.rows()) {
    double gates = 0.0;
    for (const char* gate : {"gate_fj", "gate_affine", "gate_lc"})
      gates += pj::cell_of(row, gate).number().value_or(0.0);
    CHECK(std::abs(gates - 1.0) <= 1e-5);  // three floats
    CHECK(pj::cell_of(row, "train_r2").number().value_or(0.0) >= 0.9);
  }
}

TEST_SUITE_END();
