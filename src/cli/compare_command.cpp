#include <iostream>
#include <set>

#include "commands.h"
#include "pj/core/files.h"
#include "pj/report/json.h"
#include "pj/report/table.h"
#include "pj/train/run_log.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

/// What one run folder says about its last evaluation.
struct RunRecord {
  std::string name, method;
  LastEvaluations loss;
  Row choices;  // gates, slope and high-order mass of the learned bias
};

RunRecord read_run(const fs::path& folder) {
  require<IoError>(fs::exists(folder / "eval.csv"), folder.string(),
                   ": run folder must hold eval.csv, got none; 'pjrope train --out ",
                   folder.string(), "' makes one");
  const nlohmann::json config = nlohmann::json::parse(read_file(folder / "config.json"));
  RunRecord run;
  const fs::path clean = folder.lexically_normal();
  const fs::path leaf = clean.has_filename() ? clean : clean.parent_path();
  run.name = (leaf.parent_path().filename() / leaf.filename()).string();
  run.method = config.at("identity").at("train").at("model").at("method");
  const CsvTable table = read_csv(folder / "eval.csv", LastLine::kDropIfIncomplete);
  require<IoError>(!table.rows.empty(), (folder / "eval.csv").string(),
                   ": must hold an evaluation, got none; train with --resume to the end");
  const auto number = [&](const Row& row, const char* column) {
    return row[table.place(column)].number();
  };
  const Row& last = table.rows.back();
  run.loss = last_evaluations(folder);
  for (const char* column : {"gate_fj", "gate_affine", "gate_lc"})
    run.choices.push_back(Cell::fixed(number(last, column), 4));
  run.choices.push_back(Cell::fixed(number(last, "slope"), 2));
  run.choices.push_back(Cell::fixed(number(last, "high_order_mass"), 6));
  return run;
}

int run(const Arguments& arguments) {
  std::vector<RunRecord> runs;
  std::set<index_t> lengths;
  for (const fs::path& folder : arguments.paths("RUN")) {
    runs.push_back(read_run(folder));
    for (const auto& [length, loss] : runs.back().loss) lengths.insert(length);
  }
  std::vector<Column> columns = {{"run"}, {"method"}};
  for (const index_t length : lengths)
    columns.push_back({message("loss at ", length), "nats/token"});
  for (const char* name : {"gate FJ", "gate affine", "gate LC", "slope", "high-order mass"})
    columns.push_back({name});
  Table table(columns);
  for (const RunRecord& record : runs) {
    Row row = {record.name, record.method};
    for (const index_t length : lengths) {
      const auto loss = record.loss.find(length);
      row.push_back(loss != record.loss.end() ? Cell::fixed(loss->second, 4) : Cell());
    }
    row.insert(row.end(), record.choices.begin(), record.choices.end());
    table.add(row);
  }
  std::cout << (arguments.flag("markdown") ? table.markdown() : table.text());
  return 0;
}

}  // namespace

Command compare_command() {
  return {.name = "compare",
          .summary = "the last evaluations of run folders in one table",
          .positionals =
              {{"RUN", std::vector<fs::path>{}, "", "run folders", {.required = true}, true}},
          .options = {{"markdown", false, "", "as a Markdown table"}},
          .run = run};
}

}  // namespace pj
