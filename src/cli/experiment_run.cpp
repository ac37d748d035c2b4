#include "experiment_run.h"

#include <iostream>

#include "pj/core/interrupt.h"
#include "pj/core/join.h"
#include "pj/runner/reference.h"
#include "pj/runner/sweep.h"
#include "run_environment.h"
#include "training_options.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

void print_tasks(const Sweep& sweep) {
  Table table({{"task"}, {"state"}});
  for (const SweepTask& task : sweep.tasks())
    table.add({task.point.id(), task.done ? "done" : "missing"});
  const Experiment& experiment = sweep.experiment();
  std::cout << experiment.id << ": " << experiment.title << " (" << experiment.source << ")\n"
            << sweep.folder().string() << "\n\n"
            << table.text() << '\n';
}

/// What merging left to do; nothing of it is run.
void print_merged(const Sweep& sweep, const std::vector<fs::path>& folders) {
  index_t copied = 0, missing = 0;
  for (const fs::path& other : folders) {
    // Either the run folder of this experiment or the folder that holds those of several.
    const fs::path inside = other / sweep.experiment().id;
    copied += sweep.merge(fs::exists(inside / "config.json") ? inside : other);
  }
  for (const SweepTask& task : sweep.tasks()) missing += task.done ? 0 : 1;
  std::cout << sweep.experiment().id << ": " << copied << " tasks merged, " << missing
            << " missing\n";
}

/// The results that go beside the reference: of this run, or if that was measured with files of its
/// own, of a second run with them, in a folder inside this one's.
Results compared_results(const Sweep& sweep, Arguments settings, const Arguments& arguments,
                         const fs::path& reference) {
  bool changed = false;
  for (const auto& [name, file] : sweep.experiment().reference_files) {
    if (settings.given(name)) continue;
    settings.set(name, (reference.parent_path() / file).string());
    changed = true;
  }
  if (!changed) return sweep.results();
  const Sweep second(sweep.experiment(), std::move(settings), sweep.folder() / "reference");
  second.begin(Json(run_environment(arguments)["program"]));
  second.run({}, stderr_progress_style(arguments.flag("quiet")));
  return second.results();
}

int compare(const Results& results, const fs::path& reference) {
  const Agreement agreement = compare_with_reference(results, reference);
  std::cout << "\nAgainst " << reference.string() << ": " << agreement.rows << " rows compared, "
            << agreement.missing.size() << " missing here"
            << (agreement.missing.empty() ? "" : " (the first: " + agreement.missing.front() + ")")
            << "\n\n"
            << agreement.text();
  if (!agreement.uncompared.empty())
    std::cout << "\nnot compared: " << join(agreement.uncompared, ", ") << '\n';
  std::cout << (agreement.holds() ? "\nwithin every tolerance\n" : "\nOUTSIDE a tolerance\n");
  return agreement.holds() ? 0 : 1;
}

}  // namespace

std::vector<Option> sweep_options() {
  std::vector<Option> all = {
      {"profile",
       "paper",
       "",
       "settings where no flag is given: the protocol, or a small version of it",
       {.choices = {"paper", "smoke"}}},
      {"jobs", "1/1", "", "k/n: run the k-th of n shares of the tasks"},
      {"merge", std::vector<fs::path>{}, "",
       "collect the finished tasks of these folders, and run none"},
      {"list", false, "", "show the tasks and their state, and run none"},
  };
  const std::vector<Option> work = work_options();
  all.insert(all.end(), work.begin(), work.end());
  return all;
}

int run_experiment(const Experiment& experiment, const Arguments& arguments, const fs::path& folder,
                   const fs::path& reference) {
  const Share share = parse_share(arguments.text("jobs"));
  const Arguments settings = experiment_settings(experiment, arguments.text("profile"), arguments);
  const Sweep sweep(experiment, settings, folder);
  if (arguments.flag("list")) {
    print_tasks(sweep);
    return 0;
  }
  sweep.begin(Json(run_environment(arguments)["program"]));
  if (!arguments.paths("merge").empty()) {
    print_merged(sweep, arguments.paths("merge"));
  } else {
    try {
      sweep.run(share, stderr_progress_style(arguments.flag("quiet")));
    } catch (const Stopped&) {
      (void)sweep.report();
      throw;
    }
  }
  std::cout << sweep.report() << "\nwritten to " << folder.string() << '\n';
  if (reference.empty()) return 0;
  return compare(compared_results(sweep, settings, arguments, reference), reference);
}

}  // namespace pj
