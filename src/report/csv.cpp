#include "pj/report/csv.h"

#include <algorithm>

#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/core/numbers.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

/// Reads one file's text; line_ is what messages name.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string_view where) : text_(text), where_(where) {}

  bool at_end() const { return at_ == text_.size(); }
  bool row_was_complete() const { return complete_; }
  index_t line() const { return line_; }

  Row row() {
    Row cells = {cell()};
    while (!at_end() && text_[at_] == ',') {
      ++at_;
      cells.push_back(cell());
    }
    if (!at_end() && text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
    complete_ = !at_end() && text_[at_] == '\n';
    check(complete_ || at_end(), "a row must end with a newline");
    if (complete_) ++at_, ++line_;
    return cells;
  }

 private:
  Cell cell() {
    if (!at_end() && text_[at_] == '"') return quoted();
    const std::size_t end = std::min(text_.find_first_of(",\r\n\"", at_), text_.size());
    const std::string text(text_.substr(at_, end - at_));
    at_ = end;
    check(at_end() || text_[at_] != '"', "a quote must begin its cell");
    return text.empty() ? Cell() : Cell(text);
  }

  Cell quoted() {
    std::string text;
    for (++at_;; ++at_) {
      check(!at_end(), "a quoted cell must be closed");
      if (text_[at_] == '"' && (at_ + 1 == text_.size() || text_[++at_] != '"')) break;
      if (text_[at_] == '\n') ++line_;
      text += text_[at_];
    }
    if (at_ + 1 == text_.size() && text_[at_] == '"') ++at_;
    check(at_end() || text_[at_] == ',' || text_[at_] == '\r' || text_[at_] == '\n',
          "a closing quote must end its cell");
    return text;
  }

  void check(bool holds, const char* rule) const {
    require<IoError>(holds, where_, ": line ", line_, ": ", rule);
  }

  std::string_view text_, where_;
  std::size_t at_ = 0;
  index_t line_ = 1;
  bool complete_ = true;
};

/// Up to and with the last newline outside quotes.
std::string_view complete_lines(std::string_view text) {
  bool quoted = false;
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] == '\n' && !quoted) end = at + 1;
  }
  return text.substr(0, end);
}

Row header_row(const std::vector<Column>& columns) {
  Row row;
  for (const Column& column : columns) row.push_back(column.name);
  return row;
}

}  // namespace

Cell::Cell(double value) : is_number_(true) {
  if (std::string text = to_text(value); !text.empty()) text_ = std::move(text);
}
Cell::Cell(float value) : is_number_(true) {
  if (std::string text = to_text(value); !text.empty()) text_ = std::move(text);
}
Cell::Cell(index_t value) : text_(std::to_string(value)), is_number_(true) {}

Cell Cell::fixed(std::optional<double> value, int digits) {
  Cell cell = value;
  if (cell.text_) cell.text_ = to_fixed(*value, digits);
  cell.is_number_ = true;
  return cell;
}

Cell Cell::significant(std::optional<double> value, int digits) {
  Cell cell = value;
  if (cell.text_) cell.text_ = to_significant(*value, digits);
  cell.is_number_ = true;
  return cell;
}

std::optional<double> Cell::number() const {
  if (!text_) return std::nullopt;
  const std::optional<double> value = parse_number(*text_);
  require<ValueError>(value.has_value(), "cell: must be a number, got '", *text_, "'");
  return value;
}

std::string csv_line(const Row& row) {
  std::string line;
  for (const Cell& cell : row) {
    if (&cell != &row.front()) line += ',';
    if (!cell.text()) continue;
    const std::string& text = *cell.text();
    if (!text.empty() && text.find_first_of(",\"\r\n") == std::string::npos) {
      line += text;
      continue;
    }
    line += '"';
    for (const char c : text) line += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += '"';
  }
  return line + '\n';
}

std::size_t CsvTable::place(std::string_view column) const {
  const auto found = std::find(columns.begin(), columns.end(), column);
  require<ValueError>(found != columns.end(), "CsvTable: a column must be one of ",
                      join(columns, ", "), ", got '", column, "'");
  return static_cast<std::size_t>(found - columns.begin());
}

CsvTable parse_csv(std::string_view text, std::string_view where, LastLine last) {
  if (last == LastLine::kDropIfIncomplete) text = complete_lines(text);
  CsvTable table;
  if (text.empty()) return table;
  CsvReader reader(text, where);
  for (const Cell& cell : reader.row()) table.columns.push_back(cell.text().value_or(""));
  while (!reader.at_end()) {
    const index_t line = reader.line();
    table.rows.push_back(reader.row());
    require<IoError>(table.rows.back().size() == table.columns.size(), where, ": line ", line,
                     ": a row must have ", table.columns.size(), " cells, got ",
                     table.rows.back().size());
  }
  return table;
}

CsvTable read_csv(const fs::path& path, LastLine last) {
  return parse_csv(read_file(path), path.string(), last);
}

CsvLog::CsvLog(fs::path path, std::vector<Column> columns)
    : CsvLog(std::move(path), std::move(columns), {}) {}

CsvLog::CsvLog(fs::path path, std::vector<Column> columns, const std::vector<Row>& rows)
    : path_(std::move(path)), columns_(std::move(columns)) {
  std::string text = csv_line(header_row(columns_));
  for (const Row& row : rows) text += csv_line(row);
  write_file_atomically(path_, text);
}

CsvLog CsvLog::resume(fs::path path, std::vector<Column> columns, std::string_view column,
                      index_t last) {
  if (!fs::exists(path)) return CsvLog(std::move(path), std::move(columns));
  CsvTable table = read_csv(path, LastLine::kDropIfIncomplete);
  if (table.columns.empty()) return CsvLog(std::move(path), std::move(columns));
  std::vector<std::string> expected;
  for (const Column& each : columns) expected.push_back(each.name);
  require<IoError>(table.columns == expected, path.string(), ": header must be '",
                   csv_line(header_row(columns)), "' to go on with it");
  const std::size_t place = table.place(column);
  std::erase_if(table.rows, [&](const Row& row) {
    return row[place].number().value_or(0.0) > static_cast<double>(last);
  });
  return CsvLog(std::move(path), std::move(columns), table.rows);
}

void CsvLog::append(const Row& row) {
  require<ValueError>(row.size() == columns_.size(), path_.string(), ": a row must have ",
                      columns_.size(), " cells, got ", row.size());
  append_to_file(path_, csv_line(row));
}

}  // namespace pj
