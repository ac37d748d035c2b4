#include <algorithm>
#include <iostream>

#include "commands.h"
#include "pj/core/files.h"
#include "pj/core/warning.h"
#include "report_page.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

bool is_experiment(const fs::path& folder) {
  return fs::exists(folder / "results.csv") && fs::exists(folder / "summary.md");
}

bool is_run(const fs::path& folder) {
  return fs::exists(folder / "config.json") &&
         (fs::exists(folder / "eval.csv") || fs::exists(folder / "train.csv"));
}

/// Adds what a folder and those below it hold. An experiment's own tasks are in its summary and
/// are not listed again.
void collect(const fs::path& folder, const fs::path& root, ReportContent& content) {
  try {
    const fs::path below = folder.lexically_relative(root);
    const std::string name = below == "." ? folder.filename().string() : below.string();
    if (is_experiment(folder)) {
      content.experiments.push_back(read_reported_experiment(folder, name));
      return;
    }
    if (is_run(folder)) content.runs.push_back(read_reported_run(folder, name));
    if (ReportedKernels kernels = kernels_of_tables(folder, name); !kernels.figures.empty())
      content.kernels.push_back(std::move(kernels));
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (entry.is_directory() && !entry.is_symlink()) folders.push_back(entry.path());
    std::sort(folders.begin(), folders.end());
    for (const fs::path& each : folders) collect(each, root, content);
  } catch (const std::exception& error) {
    warn(message(error.what(), "; left out"));
    content.left_out.emplace_back(error.what());
  }
}

int run(const Arguments& arguments) {
  const std::string given = arguments.text("DIR");
  require<IoError>(fs::is_directory(given), given, ": must be a folder that exists");
  const fs::path root = fs::canonical(given);
  ReportContent content;
  content.title = "pjrope report: " + root.filename().string();
  collect(root, root, content);
  // Of one group in the order of `reproduce --list`.
  std::stable_sort(
      content.experiments.begin(), content.experiments.end(),
      [](const ReportedExperiment& a, const ReportedExperiment& b) { return a.place < b.place; });
  for (ReportedKernels& kernels : kernels_of_runs(content.runs))
    content.kernels.push_back(std::move(kernels));
  content.train_options = train_command().options;
  require<IoError>(!content.runs.empty() || !content.experiments.empty(), given,
                   ": must hold runs or experiments, got none; 'pjrope train --out ",
                   (fs::path(given) / "NAME").string(), "' and 'pjrope probe ID' make some");
  const std::string& out = arguments.text("out");
  const fs::path file = out.empty() ? fs::path(given) / "report.html" : fs::path(out);
  write_file_atomically(file, report_page(content));
  std::cout << content.runs.size() << " runs and " << content.experiments.size()
            << " experiments, written to " << file.string() << '\n';
  return 0;
}

}  // namespace

Command report_command() {
  return {.name = "report",
          .summary = "one HTML page of all runs and experiments in a folder",
          .positionals = {{"DIR",
                           "",
                           "",
                           "folder of runs and experiments, at any depth",
                           {.required = true},
                           true}},
          .options = {{"out", "", "", "file to write; DIR/report.html unless given"}},
          .run = run};
}

}  // namespace pj
