#include "pj/data/metadata_table.h"

namespace pj {
namespace {

using Row = std::vector<std::string>;

/// Takes the field `text` begins with; what stops it stays.
std::string take_field(std::string_view& text, std::string_view where) {
  if (!text.starts_with('"')) {
    const std::size_t length = std::min(text.find_first_of(",\r\n"), text.size());
    std::string field(text.substr(0, length));
    text.remove_prefix(length);
    return field;
  }
  std::string field;
  for (;;) {
    text.remove_prefix(1);
    const std::size_t length = text.find('"');
    require<ValueError>(length != std::string_view::npos, where,
                        ": a quoted field must end with a quote, got the end of the file after \"",
                        field.substr(0, 40), text.substr(0, 40), '"');
    field += text.substr(0, length);
    text.remove_prefix(length + 1);
    if (!text.starts_with('"')) return field;
    field += '"';
  }
}

Row take_row(std::string_view& text, std::string_view where) {
  Row row;
  for (;;) {
    row.push_back(take_field(text, where));
    // What follows a closing quote belongs to the field, as spreadsheets read it.
    if (!text.empty() && text.find_first_of(",\r\n") != 0) row.back() += take_field(text, where);
    if (!text.starts_with(',')) break;
    text.remove_prefix(1);
  }
  if (text.starts_with('\r')) text.remove_prefix(1);
  if (text.starts_with('\n')) text.remove_prefix(1);
  return row;
}

}  // namespace

MetadataTable::MetadataTable(std::string_view text, std::string_view where) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  require<ValueError>(!text.empty(), where, ": a table must have a line of column names, got none");
  const Row names = take_row(text, where);
  for (std::size_t i = 0; i < names.size(); ++i)
    require<ValueError>(columns_.emplace(names[i], i).second, where,
                        ": column names must differ, got ", names[i], " twice");
  while (!text.empty()) {
    Row row = take_row(text, where);
    if (row.size() > 1 || !row[0].empty()) rows_.push_back(std::move(row));
  }
}

std::string_view MetadataTable::cell(index_t row, std::string_view column) const {
  const auto found = columns_.find(column);
  if (found == columns_.end()) return {};
  const Row& cells = rows_[static_cast<std::size_t>(row)];
  return found->second < cells.size() ? std::string_view(cells[found->second]) : std::string_view();
}

}  // namespace pj
