#include "experiments/summary_tables.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace pj {
namespace {

std::optional<double> crossed(const Results& results, const Crossing& crossing,
                              const std::string& row, const std::string& column) {
  return results.where(crossing.rows, row).where(crossing.columns, column).mean(crossing.number);
}

/// "top_position_accuracy" as "top position accuracy".
std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

std::string brief(std::optional<double> value) {
  if (!value) return "";
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << std::setprecision(4) << *value;
  return out.str();
}

SummaryTable crossed_table(const Results& results, const Crossing& crossing, std::string caption) {
  const std::vector<std::string> across = results.distinct(crossing.columns);
  std::vector<Column> columns = {{crossing.rows}};
  for (const std::string& name : across) columns.push_back({name});
  Table table(columns);
  for (const std::string& name : results.distinct(crossing.rows)) {
    Row row = {name};
    for (const std::string& column : across)
      row.push_back(brief(crossed(results, crossing, name, column)));
    table.add(std::move(row));
  }
  return {std::move(caption), std::move(table)};
}

Figure grouped_bars(const Results& results, const Crossing& crossing, std::string name,
                    std::string title) {
  const std::vector<std::string> groups = results.distinct(crossing.rows);
  Figure figure{
      std::move(name), std::move(title), {spaced(crossing.rows)}, {spaced(crossing.number)}, {}};
  figure.y.low = 0.0;
  for (const std::string& group : groups) figure.x.ticks.push_back(spaced(group));
  for (const std::string& bar : results.distinct(crossing.columns)) {
    Series series{bar, {}, {}, SeriesStyle::kBars};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      series.x.push_back(static_cast<double>(g));
      series.y.push_back(crossed(results, crossing, groups[g], bar).value_or(std::nan("")));
    }
    figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace pj
