#include "pj/runner/results_folder.h"

#include <nlohmann/json.hpp>

#include "pj/core/join.h"
#include "rows_file.h"

namespace pj {

std::string setting_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<std::string> items;
  for (const Json& item : value) items.push_back(setting_text(item));
  return join(items, ",");
}

Arguments recorded_settings(const Experiment& experiment, const Json& settings) {
  Arguments recorded(experiment.settings);
  if (!settings.is_object()) return recorded;
  for (const Option& option : experiment.settings) {
    const std::string text = setting_text(settings.value(option.name, Json("")));
    if (!text.empty()) recorded.set(option.name, text);
  }
  return recorded;
}

Results recorded_results(const Experiment& experiment, const std::filesystem::path& folder) {
  std::vector<ResultColumn> columns;
  for (const ResultColumn& column : experiment.columns)
    if (column.role != ColumnRole::kTiming) columns.push_back(column);
  Results results(experiment.columns);
  for (const Record& record : read_records(folder / "results.csv", columns)) results.add(record);
  return results;
}

}  // namespace pj
