#include "rows_file.h"

#include <algorithm>

#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/core/numbers.h"

namespace pj {

std::string records_csv(const std::vector<ResultColumn>& columns,
                        const std::vector<Record>& records,
                        const std::function<bool(const ResultColumn&)>& keep) {
  Row header;
  for (const ResultColumn& column : columns)
    if (keep(column)) header.emplace_back(column.name);
  std::string text = csv_line(header);
  for (const Record& record : records) {
    Row row;
    for (const ResultColumn& column : columns)
      if (keep(column)) row.push_back(cell_of(record, column.name));
    text += csv_line(row);
  }
  return text;
}

std::vector<Record> read_records(const std::filesystem::path& path,
                                 const std::vector<ResultColumn>& columns) {
  const CsvTable table = read_csv(path);
  std::vector<std::string> names;
  for (const ResultColumn& column : columns) names.push_back(column.name);
  require<IoError>(table.columns == names, path.string(), ": header must be '", join(names, ","),
                   "', got '", join(table.columns, ","), "'; remove the folder to run it again");
  std::vector<Record> records;
  for (const Row& row : table.rows) {
    Record& record = records.emplace_back();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (row[i].text()) record.emplace(names[i], row[i]);
  }
  return records;
}

std::string key_text(const Record& record, const std::vector<ResultColumn>& columns,
                     const std::vector<std::string>& only) {
  std::vector<std::string> parts;
  for (const ResultColumn& column : columns) {
    if (column.role != ColumnRole::kKey) continue;
    if (!only.empty() && std::find(only.begin(), only.end(), column.name) == only.end()) continue;
    const std::string text = cell_of(record, column.name).text().value_or("");
    const std::optional<double> number = parse_number(text);
    parts.push_back(column.name + " " + (number ? to_text(*number) : text));
  }
  return join(parts, ", ");
}

}  // namespace pj
