#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// The table a corpus's publisher ships about its files, read as spreadsheets read it: tolerant
/// where report/csv.h, which reads what this program wrote, is strict. Cells keep their text; a
/// cell a row does not have is empty.
class MetadataTable {
 public:
  /// Reads comma-separated values: fields may be quoted, quotes inside them doubled, and hold
  /// commas and line ends; lines end with LF or CRLF, a byte-order mark is skipped, empty lines are
  /// no rows. The first line names the columns. `where` (a path) begins the message of an error.
  ///
  /// throws    ValueError for no header, two columns of one name or a quote that never closes
  MetadataTable(std::string_view text, std::string_view where);

  index_t num_rows() const { return static_cast<index_t>(rows_.size()); }
  bool has_column(std::string_view name) const { return columns_.contains(name); }

  /// The cell of a row; empty where the column does not exist.
  std::string_view cell(index_t row, std::string_view column) const;

 private:
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace pj
