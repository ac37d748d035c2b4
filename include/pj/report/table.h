#pragma once

#include <string>
#include <vector>

#include "pj/report/csv.h"

namespace pj {

/// Rows for people: the same object prints to a terminal and into a Markdown file. The header is
/// `name (unit)`; a column whose present cells are all numbers is aligned to the right.
class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// Throws ValueError unless the row has a cell for every column.
  void add(Row row);

  /// Columns two spaces apart, a line of dashes under the header, no trailing spaces.
  std::string text() const;

  /// A pipe table; pipes in cells are escaped and line breaks become spaces.
  std::string markdown() const;

 private:
  std::vector<bool> right_aligned() const;
  std::vector<std::vector<std::string>> texts() const;

  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace pj
