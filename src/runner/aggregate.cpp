#include "pj/runner/aggregate.h"

#include <algorithm>

#include "pj/core/numbers.h"

namespace pj {
namespace {

constexpr const char* kSeed = "seed";

bool is_group_key(const ResultColumn& column) {
  return column.role == ColumnRole::kKey && column.name != kSeed;
}

bool is_numeric_value(const ResultColumn& column, const Results& results) {
  if (column.role != ColumnRole::kValue) return false;
  return std::all_of(results.rows().begin(), results.rows().end(), [&](const Record& row) {
    const Cell cell = cell_of(row, column.name);
    return !cell.text() || parse_number(*cell.text());
  });
}

/// Groups in the order of their first row.
std::vector<std::pair<Row, Results>> groups_of(const Results& results) {
  std::vector<std::pair<Row, Results>> groups;
  std::map<std::string, std::size_t> places;
  for (const Record& record : results.rows()) {
    Row keys;
    for (const ResultColumn& column : results.columns())
      if (is_group_key(column)) keys.push_back(cell_of(record, column.name));
    const auto [place, is_new] = places.emplace(csv_line(keys), groups.size());
    if (is_new) groups.emplace_back(keys, Results(results.columns()));
    groups[place->second].second.add(record);
  }
  return groups;
}

}  // namespace

std::optional<CsvTable> aggregate_over_seeds(const Results& results) {
  const bool seeded = std::any_of(results.columns().begin(), results.columns().end(),
                                  [](const ResultColumn& column) { return column.name == kSeed; });
  if (!seeded || results.distinct(kSeed).size() < 2) return std::nullopt;
  CsvTable table;
  std::vector<std::string> values;
  for (const ResultColumn& column : results.columns())
    if (is_group_key(column)) table.columns.push_back(column.name);
  table.columns.push_back("n");
  for (const ResultColumn& column : results.columns()) {
    if (!is_numeric_value(column, results)) continue;
    values.push_back(column.name);
    table.columns.push_back(column.name + "_mean");
    table.columns.push_back(column.name + "_std");
  }
  for (const auto& [keys, rows] : groups_of(results)) {
    Row row = keys;
    row.push_back(static_cast<index_t>(rows.rows().size()));
    for (const std::string& name : values) {
      const Spread s = rows.spread_of(name);
      row.push_back(s.mean);
      row.push_back(s.deviation);
    }
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace pj
