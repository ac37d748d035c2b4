#pragma once

#include <doctest/doctest.h>

#include "pj/runner/reference.h"
#include "testing/golden.h"
#include "testing/run_experiment.h"

namespace pj::testing {

/// Every cell of a small run against the golden table; the golden rows it does not have are those
/// of other settings. All claims of the run must hold, unless it is too small to decide them.
inline void check_against_golden(const Experiment& experiment, index_t rows,
                                 const Changes& changes = {}, bool check_claims = true) {
  const Results results = run_small(experiment, changes);
  const Agreement agreement = compare_with_reference(results, golden_path(experiment.reference));
  CHECK(agreement.rows == rows);
  CHECK(agreement.rows == static_cast<index_t>(results.rows().size()));
  CHECK(agreement.columns.size() >= 4);
  for (const ColumnAgreement& column : agreement.columns) {
    INFO(column.column.name << " " << column.worst_case);
    CHECK(column.outside == 0);
  }
  if (!check_claims) return;
  const Summary summary = experiment.summarise(results, small_settings(experiment, changes));
  for (const Claim& claim : summary.claims) {
    INFO(claim.sentence << " " << claim.numbers);
    CHECK(claim.verdict == Verdict::kSupported);
  }
}

}  // namespace pj::testing
