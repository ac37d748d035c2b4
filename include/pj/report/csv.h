#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// A column that rows must fill; the unit ("nats/token") is shown in tables, the CSV header has the
/// name alone, so that other programs find their columns.
struct Column {
  std::string name;
  std::string unit = "";
};

/// One place of a row: a number, a text, or absent (which is written empty, never as a zero).
class Cell {
 public:
  Cell() = default;
  Cell(std::nullopt_t) {}
  Cell(double value);  // shortest text that reads back the same; a non-finite one is absent
  Cell(float value);
  Cell(index_t value);
  Cell(int value) : Cell(static_cast<index_t>(value)) {}
  Cell(std::string text) : text_(std::move(text)) {}
  Cell(const char* text) : text_(text) {}
  template <class T>
  Cell(const std::optional<T>& value) : Cell(value ? Cell(*value) : Cell()) {}

  /// A number with a fixed count of digits after the point, as tables show it.
  static Cell fixed(std::optional<double> value, int digits);

  /// A number with so many significant digits, for columns of many magnitudes.
  static Cell significant(std::optional<double> value, int digits);

  const std::optional<std::string>& text() const { return text_; }
  bool is_number() const { return is_number_; }

  /// The cell as a finite number; nothing if it is absent. Throws ValueError for any other text.
  std::optional<double> number() const;

 private:
  std::optional<std::string> text_;
  bool is_number_ = false;
};

using Row = std::vector<Cell>;

/// One line with its newline, quoted by RFC 4180 where it must be; an empty text is `""` and an
/// absent cell nothing at all, so that both come back as they were.
std::string csv_line(const Row& row);

/// A file's content: names and rows of equally many cells.
struct CsvTable {
  std::vector<std::string> columns;
  std::vector<Row> rows;

  /// Place of a column; throws ValueError naming those there are.
  std::size_t place(std::string_view column) const;
};

/// What to do about a last line without its newline: a file from elsewhere may end so, but of a log
/// whose writer was killed such a line is half a row, and its last number may be wrong.
enum class LastLine { kKeep, kDropIfIncomplete };

/// Strict RFC 4180 (CRLF or LF). `where` begins the message of the IoError that names the line of a
/// stray quote, an open quote or a row of the wrong width.
CsvTable parse_csv(std::string_view text, std::string_view where, LastLine last = LastLine::kKeep);
CsvTable read_csv(const std::filesystem::path& path, LastLine last = LastLine::kKeep);

/// A file of rows that grows as they are made: a row handed to append is in the file when it
/// returns.
class CsvLog {
 public:
  /// Begins an empty log: replaces the file by the header.
  CsvLog(std::filesystem::path path, std::vector<Column> columns);

  /// Goes on with a log: drops an incomplete last line and the rows whose `column` is above `last`.
  /// Begins it if it is missing; throws IoError if its header is another.
  static CsvLog resume(std::filesystem::path path, std::vector<Column> columns,
                       std::string_view column, index_t last);

  /// Throws ValueError unless the row has a cell for every column.
  void append(const Row& row);

  const std::vector<Column>& columns() const { return columns_; }

 private:
  CsvLog(std::filesystem::path path, std::vector<Column> columns, const std::vector<Row>& rows);

  std::filesystem::path path_;
  std::vector<Column> columns_;
};

}  // namespace pj
