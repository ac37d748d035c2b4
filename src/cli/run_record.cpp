#include "run_record.h"

#include <nlohmann/json.hpp>
#include <set>

#include "pj/core/files.h"

namespace pj {
namespace fs = std::filesystem;

RunRecord read_run(const fs::path& folder) {
  const fs::path path = folder / "config.json";
  RunRecord run;
  run.config = Json::parse(read_file(path), nullptr, false);
  const nlohmann::ordered_json::json_pointer method("/identity/train/model/method");
  require<IoError>(
      run.config.is_object() && run.config.contains(method) && run.config[method].is_string(),
      path.string(), ": must be the configuration of a training");
  run.method = run.config[method];
  const fs::path clean = folder.lexically_normal();
  const fs::path leaf = clean.has_filename() ? clean : clean.parent_path();
  run.name = (leaf.parent_path().filename() / leaf.filename()).string();
  run.choices.assign(choice_columns().size(), Cell());
  if (!fs::exists(folder / "eval.csv")) return run;
  const CsvTable table = read_csv(folder / "eval.csv", LastLine::kDropIfIncomplete);
  if (table.rows.empty()) return run;
  const auto number = [&](const char* column) {
    return table.rows.back()[table.place(column)].number();
  };
  run.loss = last_evaluations(folder);
  run.choices = {Cell::fixed(number("gate_fj"), 4), Cell::fixed(number("gate_affine"), 4),
                 Cell::fixed(number("gate_lc"), 4), Cell::fixed(number("slope"), 2),
                 Cell::fixed(number("high_order_mass"), 6)};
  return run;
}

std::vector<Column> choice_columns() {
  return {{"gate FJ"}, {"gate affine"}, {"gate LC"}, {"slope"}, {"high-order mass"}};
}

Table comparison_table(const std::vector<RunRecord>& runs) {
  std::set<index_t> lengths;
  for (const RunRecord& run : runs)
    for (const auto& [length, loss] : run.loss) lengths.insert(length);
  std::vector<Column> columns = {{"run"}, {"method"}};
  for (const index_t length : lengths)
    columns.push_back({message("loss at ", length), "nats/token"});
  for (const Column& column : choice_columns()) columns.push_back(column);
  Table table(columns);
  for (const RunRecord& run : runs) {
    Row row = {run.name, run.method};
    for (const index_t length : lengths) {
      const auto loss = run.loss.find(length);
      row.push_back(loss != run.loss.end() ? Cell::fixed(loss->second, 4) : Cell());
    }
    row.insert(row.end(), run.choices.begin(), run.choices.end());
    table.add(row);
  }
  return table;
}

}  // namespace pj
