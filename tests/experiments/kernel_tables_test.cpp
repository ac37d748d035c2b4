#include <doctest/doctest.h>

#include "experiments/experiments.h"
#include "testing/golden_table.h"
#include "testing/run_experiment.h"

using pj::testing::check_against_golden;
using pj::testing::run_small;

TEST_SUITE_BEGIN("kernel_tables");

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
