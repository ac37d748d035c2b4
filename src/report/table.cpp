#include "pj/report/table.h"

#include <algorithm>

namespace pj {
namespace {

using Lines = std::vector<std::vector<std::string>>;

/// Code points, not bytes: "±" is one place wide.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string padded(const std::string& text, std::size_t to, bool right) {
  const std::string space(to - width(text), ' ');
  return right ? space + text : text + space;
}

std::vector<std::size_t> widths(const Lines& lines, std::size_t least) {
  std::vector<std::size_t> result(lines[0].size(), least);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) result[c] = std::max(result[c], width(line[c]));
  return result;
}

std::string pipe_safe(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|') safe += '\\';
    safe += c == '\n' || c == '\r' ? ' ' : c;
  }
  return safe;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(Row row) {
  require<ValueError>(row.size() == columns_.size(), "Table: a row must have ", columns_.size(),
                      " cells, got ", row.size());
  rows_.push_back(std::move(row));
}

std::vector<bool> Table::right_aligned() const {
  std::vector<bool> right(columns_.size(), true);
  for (const Row& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c].text() && !row[c].is_number()) right[c] = false;
  return right;
}

Lines Table::texts() const {
  Lines lines(1);
  for (const Column& column : columns_)
    lines[0].push_back(column.unit.empty() ? column.name : column.name + " (" + column.unit + ")");
  for (const Row& row : rows_) {
    lines.emplace_back();
    for (const Cell& cell : row) lines.back().push_back(cell.text().value_or(""));
  }
  return lines;
}

std::string Table::text() const {
  Lines lines = texts();
  const std::vector<bool> right = right_aligned();
  const std::vector<std::size_t> wide = widths(lines, 1);
  std::vector<std::string> rule;
  for (const std::size_t each : wide) rule.emplace_back(each, '-');
  lines.insert(lines.begin() + 1, rule);
  std::string result;
  for (const auto& cells : lines) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c)
      line += (c > 0 ? "  " : "") + padded(cells[c], wide[c], right[c]);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + '\n';
  }
  return result;
}

std::string Table::markdown() const {
  Lines lines = texts();
  for (auto& cells : lines) std::transform(cells.begin(), cells.end(), cells.begin(), pipe_safe);
  const std::vector<bool> right = right_aligned();
  const std::vector<std::size_t> wide = widths(lines, 3);
  std::vector<std::string> rule;
  for (std::size_t c = 0; c < wide.size(); ++c)
    rule.push_back(std::string(wide[c] - 1, '-') + (right[c] ? ':' : '-'));
  lines.insert(lines.begin() + 1, rule);
  std::string result;
  for (const auto& cells : lines) {
    result += '|';
    for (std::size_t c = 0; c < cells.size(); ++c)
      result += ' ' + padded(cells[c], wide[c], right[c]) + " |";
    result += '\n';
  }
  return result;
}

}  // namespace pj
