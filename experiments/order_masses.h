#pragma once

#include "pj/model/diagnostics.h"
#include "pj/runner/results.h"

namespace pj {

/// Columns fj_mass_0 to fj_mass_3 and lc_mass_0 to lc_mass_3: what each order of a learned bias
/// weighs, and the cells of a bias; absent for orders and sectors it does not have.
std::vector<ResultColumn> mass_columns();
void add_masses(Record& record, const BiasSummary& bias);

}  // namespace pj
