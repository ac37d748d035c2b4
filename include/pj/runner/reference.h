#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pj/report/table.h"
#include "pj/runner/results.h"

namespace pj {

/// How one column agrees with a reference.
struct ColumnAgreement {
  ResultColumn column;
  index_t compared = 0;    ///< cells
  index_t outside = 0;     ///< cells beyond the tolerance
  double worst = 0.0;      ///< largest deviation over what is allowed; at most 1 if none is outside
  std::string worst_case;  ///< "target phase, basis rope: 0.1, reference 0.2"
};

struct Agreement {
  std::vector<ColumnAgreement> columns;
  index_t rows = 0;                     ///< compared
  std::vector<std::string> missing;     ///< keys of reference rows this run does not have
  std::vector<std::string> uncompared;  ///< columns of either that are not compared

  bool holds() const;  ///< no cell outside, no row missing, and something compared

  /// For people: a table of the columns, then of each the reason of its tolerance and its worst
  /// case.
  std::string text() const;
};

/// Compares results with a file of the same columns: rows are matched by the key columns both have
/// (a key the reference lacks must not vary), and every column with a tolerance cell by cell: a
/// number within the tolerance, a text equal, an absent cell against an absent one. Rows beyond the
/// reference's are ignored. Throws IoError for a file without common keys.
Agreement compare_with_reference(const Results& results, const std::filesystem::path& reference);

}  // namespace pj
