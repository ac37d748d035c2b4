#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pj/report/csv.h"
#include "pj/report/spread.h"

namespace pj {

/// One measured case by column name; what is not set is absent: empty in the file, never a zero.
using Record = std::map<std::string, Cell, std::less<>>;

/// What a column is for.
enum class ColumnRole {
  kKey,     ///< tells cases apart; together the keys of a row occur once
  kValue,   ///< measured
  kTiming,  ///< seconds or rates: goes to timings.csv, so that results.csv repeats byte for byte
};

/// How far a value may lie from a reference's, and why so far:
///
///   |value - reference| <= (absolute + relative |reference|) * max(1, row[scaled_by])
struct Tolerance {
  double absolute = 0.0;
  double relative = 0.0;
  std::string reason = "";
  std::string scaled_by = "";  ///< a column of this row, such as a condition number; empty for 1
};

/// A column an experiment declares; text columns have no unit. Without a tolerance, a number is not
/// compared with references and a text must be equal.
struct ResultColumn {
  std::string name;
  std::string unit = "";
  ColumnRole role = ColumnRole::kValue;
  std::optional<Tolerance> tolerance = std::nullopt;
};

/// Rows under declared columns, with what summaries and figures ask of them.
class Results {
 public:
  explicit Results(std::vector<ResultColumn> columns) : columns_(std::move(columns)) {}

  /// Throws ValueError for a name that is not declared.
  void add(const Record& record);

  const std::vector<ResultColumn>& columns() const { return columns_; }
  const std::vector<Record>& rows() const& { return rows_; }
  std::vector<Record> rows() && {
    return std::move(rows_);
  }  // for (row : results.where(..).rows())
  bool empty() const { return rows_.empty(); }

  /// The rows with this value in a column: a text, or a number equal as numbers are.
  Results where(std::string_view column, const Cell& value) const;

  /// The different texts of a column in the order of their first row; absent ones are left out.
  std::vector<std::string> distinct(std::string_view column) const;

  /// The present numbers of a column in row order.
  std::vector<double> numbers(std::string_view column) const;

  /// Mean, deviation and count over the present numbers of a column: over seeds, after `where` has
  /// fixed the other keys.
  Spread spread_of(std::string_view column) const;

  /// The mean of a column; absent without a present number.
  std::optional<double> mean(std::string_view column) const;

 private:
  std::vector<ResultColumn> columns_;
  std::vector<Record> rows_;
};

/// Whether two cells hold the same text, or texts that are the same number: "5" and "5.0".
bool same_value(const Cell& a, const Cell& b);

/// A record's cell; absent if it was not set.
Cell cell_of(const Record& record, std::string_view column);

}  // namespace pj
