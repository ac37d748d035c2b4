#include <iostream>

#include "commands.h"
#include "run_record.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

RunRecord evaluated_run(const fs::path& folder) {
  require<IoError>(fs::exists(folder / "eval.csv"), folder.string(),
                   ": run folder must hold eval.csv, got none; 'pjrope train --out ",
                   folder.string(), "' makes one");
  RunRecord run = read_run(folder);
  require<IoError>(!run.loss.empty(), (folder / "eval.csv").string(),
                   ": must hold an evaluation, got none; train with --resume to the end");
  return run;
}

int run(const Arguments& arguments) {
  std::vector<RunRecord> runs;
  for (const fs::path& folder : arguments.paths("RUN")) runs.push_back(evaluated_run(folder));
  const Table table = comparison_table(runs);
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
