#include "experiment_run.h"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "bench_model.h"
#include "pj/core/interrupt.h"
#include "pj/core/join.h"
#include "pj/core/numbers.h"
#include "pj/core/threads.h"
#include "pj/runner/reference.h"
#include "pj/runner/sweep.h"
#include "pj/train/program_facts.h"
#include "training_options.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

/// What the model's work reaches of the rate of large matrix products, as `pjrope bench` measures
/// it.
constexpr double kModelShareOfSgemm = 0.5;

/// The best of a few, so that a thread that was asleep does not count.
double best_sgemm_rate() {
  double best = 0;
  for (int round = 0; round < 5; ++round) best = std::max(best, sgemm_rate());
  return best;
}

/// The tasks with their state; of those that could run, what they will take of this machine.
void print_tasks(const Sweep& sweep, const Arguments& settings) {
  const Experiment& experiment = sweep.experiment();
  std::cout << experiment.id << ": " << experiment.title << " (" << experiment.source << ")\n"
            << sweep.folder().string() << "\n\n";
  std::vector<Column> columns = {{"task"}, {"state"}};
  if (experiment.cost) columns.insert(columns.end(), {{"time", "min"}, {"memory", "MB"}});
  const double rate = experiment.cost ? kModelShareOfSgemm * best_sgemm_rate() : 0;
  Table table(columns);
  std::set<std::string> reasons;
  double minutes = 0;
  for (const SweepTask& task : sweep.tasks()) {
    Row row = {task.point.id(), task.done                ? "done"
                                : task.waits_for.empty() ? "missing"
                                                         : "waiting"};
    if (!task.waits_for.empty()) reasons.insert(task.waits_for);
    if (experiment.cost) {
      const TaskCost cost = experiment.cost(task.point, settings);
      const double time = cost.gigaflops / rate / 60;
      const bool runs = !task.done && task.waits_for.empty();
      if (runs) minutes += time;
      row.push_back(runs ? Cell::fixed(time, 2) : Cell());
      row.push_back(runs ? Cell::fixed(cost.megabytes, 0) : Cell());
    }
    table.add(row);
  }
  std::cout << table.text();
  for (const std::string& reason : reasons) std::cout << "\nwaiting: " << reason << '\n';
  if (experiment.cost)
    std::cout << "\nleft: about " << to_fixed(minutes, 1) << " min on " << num_threads()
              << " threads, at the " << to_fixed(rate, 0)
              << " GF/s the model reaches here; a training that another table has made is not made "
                 "again\n";
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
  second.begin(Json(program_facts()));
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
    print_tasks(sweep, settings);
    return 0;
  }
  sweep.begin(Json(program_facts()));
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
