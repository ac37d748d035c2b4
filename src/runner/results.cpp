#include "pj/runner/results.h"

#include <algorithm>

#include "pj/core/numbers.h"

namespace pj {
namespace {

void check_column(const std::vector<ResultColumn>& columns, std::string_view name) {
  const bool known = std::any_of(columns.begin(), columns.end(),
                                 [&](const ResultColumn& column) { return column.name == name; });
  require<ValueError>(known, "results: a column must be declared, got '", name, "'");
}

}  // namespace

bool same_value(const Cell& a, const Cell& b) {
  if (a.text() == b.text()) return true;
  if (!a.text() || !b.text()) return false;
  const std::optional<double> x = parse_number(*a.text()), y = parse_number(*b.text());
  return x && y && *x == *y;
}

Cell cell_of(const Record& record, std::string_view column) {
  const auto found = record.find(column);
  return found == record.end() ? Cell() : found->second;
}

void Results::add(const Record& record) {
  for (const auto& [name, ignored] : record) check_column(columns_, name);
  rows_.push_back(record);
}

Results Results::where(std::string_view column, const Cell& value) const {
  check_column(columns_, column);
  Results found(columns_);
  for (const Record& row : rows_)
    if (same_value(cell_of(row, column), value)) found.rows_.push_back(row);
  return found;
}

std::vector<std::string> Results::distinct(std::string_view column) const {
  check_column(columns_, column);
  std::vector<std::string> texts;
  for (const Record& row : rows_) {
    const Cell cell = cell_of(row, column);
    if (cell.text() && std::find(texts.begin(), texts.end(), *cell.text()) == texts.end())
      texts.push_back(*cell.text());
  }
  return texts;
}

std::vector<double> Results::numbers(std::string_view column) const {
  check_column(columns_, column);
  std::vector<double> values;
  for (const Record& row : rows_)
    if (const std::optional<double> value = cell_of(row, column).number()) values.push_back(*value);
  return values;
}

Spread Results::spread_of(std::string_view column) const { return spread(numbers(column)); }

std::optional<double> Results::mean(std::string_view column) const {
  return spread_of(column).mean;
}

}  // namespace pj
