#include "report_writer.h"

#include "pj/core/files.h"
#include "pj/core/warning.h"
#include "pj/runner/aggregate.h"
#include "rows_file.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

bool is_timing(const ResultColumn& column) { return column.role == ColumnRole::kTiming; }

void write_rows(const Results& results, const fs::path& folder) {
  write_file_atomically(folder / "results.csv",
                        records_csv(results.columns(), results.rows(),
                                    [](const ResultColumn& column) { return !is_timing(column); }));
  if (std::any_of(results.columns().begin(), results.columns().end(), is_timing))
    write_file_atomically(
        folder / "timings.csv",
        records_csv(results.columns(), results.rows(),
                    [](const ResultColumn& column) { return column.role != ColumnRole::kValue; }));
  if (const std::optional<CsvTable> aggregate = aggregate_over_seeds(results)) {
    Row header(aggregate->columns.begin(), aggregate->columns.end());
    std::string text = csv_line(header);
    for (const Row& row : aggregate->rows) text += csv_line(row);
    write_file_atomically(folder / "aggregate.csv", text);
  }
}

std::string settings_line(const Arguments& settings) {
  std::string line;
  for (const Option& option : settings.declared()) {
    line +=
        message(line.empty() ? "" : "; ", option.name, " ", to_text(settings.value(option.name)));
    if (!option.unit.empty()) line += " " + option.unit;
  }
  return line;
}

Table claims_table(const std::vector<Claim>& claims) {
  Table table({{"claim"}, {"rule"}, {"this run"}, {"verdict"}});
  for (const Claim& claim : claims)
    table.add({claim.sentence, claim.rule, claim.numbers, to_text(claim.verdict)});
  return table;
}

std::string claims_text(const std::vector<Claim>& claims) {
  std::string text;
  for (const Claim& claim : claims)
    text += message("\n", to_text(claim.verdict), ": ", claim.sentence, "\n  rule: ", claim.rule,
                    "\n  this run: ", claim.numbers, "\n");
  return text;
}

/// Names of the drawn figures; where none can be drawn, a note in their place.
std::string draw_figures(const Experiment& experiment, const Arguments& settings,
                         const Results& results, const fs::path& folder) {
  if (!experiment.figures || results.empty()) return "";
  if (!can_draw_figures())
    return "\nNo figures: gnuplot is not installed; `make deps` installs it, and the same command "
           "then draws them.\n";
  std::string links;
  for (const Figure& figure : experiment.figures(results, settings)) {
    const fs::path svg = write_figure(figure, folder);
    links += message("\n![", figure.title, "](", svg.filename().string(), ")\n");
  }
  return links;
}

Summary decided_summary(const Experiment& experiment, const Arguments& settings,
                        const Results& results, TaskCount tasks) {
  Summary summary;
  if (!results.empty()) summary = experiment.summarise(results, settings);
  index_t waiting = 0;
  for (const auto& [reason, count] : tasks.waiting) {
    waiting += count;
    summary.notes.push_back(message(count, " of ", tasks.all, " tasks wait: ", reason, "."));
  }
  if (tasks.done + waiting == tasks.all) return summary;
  for (Claim& claim : summary.claims) claim.verdict = Verdict::kUndecided;
  summary.notes.push_back(message("Tasks are missing (", tasks.done, " of ", tasks.all,
                                  " are finished), so no claim is decided."));
  return summary;
}

}  // namespace

std::string to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported:
      return "supported";
    case Verdict::kNotSupported:
      return "not supported";
    case Verdict::kUndecided:
      return "undecided";
  }
  return "";
}

std::string write_report(const Experiment& experiment, const Arguments& settings,
                         const Results& results, TaskCount tasks, const fs::path& folder) {
  write_rows(results, folder);
  const Summary summary = decided_summary(experiment, settings, results, tasks);
  const std::string figures = draw_figures(experiment, settings, results, folder);
  std::string markdown = message("# ", experiment.id, ": ", experiment.title, "\n\n",
                                 experiment.source, ". ", tasks.done, " of ", tasks.all,
                                 " tasks finished, ", results.rows().size(), " rows.\n");
  std::string text = message(experiment.id, ": ", experiment.title, "\n");
  for (const SummaryTable& table : summary.tables) {
    markdown += message("\n", table.caption, "\n\n", table.table.markdown());
    text += message("\n", table.caption, "\n\n", table.table.text());
  }
  if (!summary.claims.empty())
    markdown += message("\n## Claims\n\n", claims_table(summary.claims).markdown());
  text += claims_text(summary.claims);
  for (const std::string& note : summary.notes) {
    markdown += message("\n", note, "\n");
    text += message("\n", note, "\n");
  }
  markdown += figures + message("\nSettings: ", settings_line(settings), ".\n");
  write_file_atomically(folder / "summary.md", markdown);
  return text;
}

}  // namespace pj
