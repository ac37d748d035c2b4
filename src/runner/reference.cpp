#include "pj/runner/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pj/core/join.h"
#include "pj/core/numbers.h"
#include "rows_file.h"

namespace pj {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A cell's number; a text such as "inf" is none.
std::optional<double> number_of(const Cell& cell) {
  return cell.text() ? parse_number(*cell.text()) : std::nullopt;
}

/// Deviation over what is allowed: at most 1 if the cells agree.
double deviation(const Cell& ours, const Cell& theirs, const Tolerance& tolerance,
                 const Record& row) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  const std::optional<double> a = number_of(ours), b = number_of(theirs);
  if (!a && !b) {
    const bool finite_text = theirs.text() && *theirs.text() != "inf" && *theirs.text() != "nan";
    return ours.text() == theirs.text() || (!ours.text() && !finite_text) ? 0.0 : kNever;
  }
  if (!a || !b) return kNever;
  double allowed = tolerance.absolute + tolerance.relative * std::abs(*b);
  if (!tolerance.scaled_by.empty())
    allowed *= std::max(1.0, number_of(cell_of(row, tolerance.scaled_by)).value_or(1.0));
  const double gap = std::abs(*a - *b);
  if (gap == 0.0) return 0.0;
  return allowed > 0 ? gap / allowed : kNever;
}

std::map<std::string, const Record*> rows_by_key(const Results& results, const Names& keys) {
  std::map<std::string, const Record*> rows;
  for (const Record& row : results.rows()) {
    const std::string key = key_text(row, results.columns(), keys);
    require<ValueError>(rows.emplace(key, &row).second,
                        "reference: its keys must tell our rows apart, got two of ", key);
  }
  return rows;
}

void compare_cell(ColumnAgreement& agreement, const Record& ours, const Cell& theirs,
                  const std::string& key) {
  const std::string& name = agreement.column.name;
  const double gap = deviation(cell_of(ours, name), theirs, *agreement.column.tolerance, ours);
  ++agreement.compared;
  if (!(gap <= 1)) ++agreement.outside;
  if (gap <= agreement.worst && !agreement.worst_case.empty()) return;
  agreement.worst = gap;
  agreement.worst_case = message(key, ": ", cell_of(ours, name).text().value_or("absent"),
                                 ", reference ", theirs.text().value_or("absent"));
}

}  // namespace

bool Agreement::holds() const {
  const bool inside = std::all_of(columns.begin(), columns.end(),
                                  [](const ColumnAgreement& c) { return c.outside == 0; });
  return inside && missing.empty() && rows > 0 && !columns.empty();
}

std::string Agreement::text() const {
  Table table(
      {{"column"}, {"cells"}, {"outside"}, {"worst / allowed"}, {"absolute"}, {"relative"}});
  std::string details;
  for (const ColumnAgreement& c : columns) {
    const Tolerance& t = *c.column.tolerance;
    table.add({c.column.name, c.compared, c.outside,
               std::isfinite(c.worst) ? Cell::fixed(c.worst, 3) : Cell("never"), t.absolute,
               t.relative});
    details += message("\n", c.column.name, ": ", t.reason,
                       t.scaled_by.empty() ? "" : ", times " + t.scaled_by,
                       "\n  worst case: ", c.worst_case, "\n");
  }
  return table.text() + details;
}

Agreement compare_with_reference(const Results& results, const std::filesystem::path& reference) {
  const CsvTable table = read_csv(reference);
  Agreement agreement;
  Names keys;
  for (const ResultColumn& column : results.columns()) {
    const bool shared = contains(table.columns, column.name);
    if (column.role == ColumnRole::kKey && shared)
      keys.push_back(column.name);
    else if (column.tolerance && shared)
      agreement.columns.push_back({.column = column, .worst_case = {}});
    else if (column.role != ColumnRole::kKey)
      agreement.uncompared.push_back(column.name);
  }
  require<IoError>(!keys.empty(), reference.string(), ": must have a key column of the results");
  for (const std::string& name : table.columns) {
    const bool known = std::any_of(results.columns().begin(), results.columns().end(),
                                   [&](const ResultColumn& c) { return c.name == name; });
    if (!known) agreement.uncompared.push_back(name);
  }
  const std::map<std::string, const Record*> ours = rows_by_key(results, keys);
  for (const Row& row : table.rows) {
    Record theirs;
    for (std::size_t i = 0; i < row.size(); ++i) theirs.emplace(table.columns[i], row[i]);
    const std::string key = key_text(theirs, results.columns(), keys);
    const auto found = ours.find(key);
    if (found == ours.end()) {
      agreement.missing.push_back(key);
      continue;
    }
    ++agreement.rows;
    for (ColumnAgreement& column : agreement.columns)
      compare_cell(column, *found->second, cell_of(theirs, column.column.name), key);
  }
  return agreement;
}

}  // namespace pj
