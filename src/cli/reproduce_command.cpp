#include <algorithm>
#include <iostream>

#include "commands.h"
#include "experiment_run.h"
#include "experiments/experiments.h"
#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/runner/sweep.h"
#include "training_options.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr const char* kAll = "all";

/// Every setting of every table, as a text that each table reads in its own way; those that have it
/// are named in the help, their defaults in that of 'probe ID'.
std::vector<Option> settings_of_tables(const std::vector<Option>& declared) {
  std::vector<Option> all;
  for (const Experiment& experiment : experiments())
    for (const Option& setting : experiment.settings) {
      if (std::ranges::find(declared, setting.name, &Option::name) != declared.end()) continue;
      const auto known = std::ranges::find(all, setting.name, &Option::name);
      if (known == all.end())
        all.push_back({setting.name, "", setting.unit, setting.help + " (" + experiment.id});
      else
        known->help += ", " + experiment.id;
    }
  for (Option& option : all) option.help += ")";
  return all;
}

/// Throws UsageError for a setting that none of the tables has.
void check_settings(const std::vector<const Experiment*>& tables, const Arguments& arguments) {
  for (const Option& option : settings_of_tables({})) {
    const auto has = [&](const Experiment* experiment) {
      return std::ranges::find(experiment->settings, option.name, &Option::name) !=
             experiment->settings.end();
    };
    require<UsageError>(!arguments.given(option.name) || tables.empty() || option.name == "seeds" ||
                            std::ranges::any_of(tables, has),
                        "--", option.name,
                        " must be a setting of a chosen table, got none that has it");
  }
}

std::vector<Option> options() {
  std::vector<Option> all = {
      {"out", "runs", "", "folder of the run folders"},
      {"seeds",
       std::vector<index_t>{},
       "",
       "repetitions, for the tables that have any",
       {.min = 0}},
      {"reference", "", "",
       "folder of measured values; tables that name a file in it are compared"},
  };
  for (const Option& option : sweep_options()) all.push_back(option);
  for (const Option& option : settings_of_tables(all)) all.push_back(option);
  return all;
}

/// Ids and groups, each once and in order.
std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const Experiment& experiment : experiments()) names.push_back(experiment.id);
  for (const Experiment& experiment : experiments())
    if (std::find(names.begin(), names.end(), experiment.group) == names.end())
      names.push_back(experiment.group);
  names.emplace_back(kAll);
  return names;
}

/// The experiments the words name, in declared order.
std::vector<const Experiment*> chosen(const std::vector<std::string>& words) {
  const std::vector<std::string> known = known_names();
  for (const std::string& word : words)
    require<UsageError>(std::find(known.begin(), known.end(), word) != known.end(),
                        "TABLE must be one of ", join(known, ", "), ", got '", word, "'",
                        suggestion(word, known));
  std::vector<const Experiment*> all;
  for (const Experiment& experiment : experiments())
    for (const std::string& word : words)
      if (word == experiment.id || word == experiment.group || word == kAll) {
        all.push_back(&experiment);
        break;
      }
  return all;
}

fs::path folder_of(const Arguments& arguments, const std::string& id) {
  return fs::path(arguments.text("out")) / id;
}

Sweep sweep_of(const Arguments& arguments, const Experiment& experiment) {
  return Sweep(experiment, experiment_settings(experiment, arguments.text("profile"), arguments),
               folder_of(arguments, experiment.id));
}

/// One line a table: how many of its tasks are done in the folder of its default name, and how many
/// cannot run yet.
void print_overview(const Arguments& arguments) {
  Table table({{"table"}, {"group"}, {"done"}, {"waiting"}, {"tasks"}, {"question"}});
  for (const Experiment& experiment : experiments()) {
    const std::vector<SweepTask> tasks = sweep_of(arguments, experiment).tasks();
    index_t done = 0, waiting = 0;
    for (const SweepTask& task : tasks) {
      done += task.done ? 1 : 0;
      waiting += task.waits_for.empty() ? 0 : 1;
    }
    table.add({experiment.id, experiment.group, done, waiting, static_cast<index_t>(tasks.size()),
               experiment.title});
  }
  std::cout << table.text();
}

/// Writes and prints the combinations whose members were all chosen.
void combine(const Arguments& arguments, const std::vector<const Experiment*>& tables) {
  for (const Combination& combination : combinations()) {
    std::vector<Sweep> members;
    bool all = true;
    for (const Experiment& experiment : experiments()) {
      if (experiment.group != combination.table.group) continue;
      const auto same = [&](const Experiment* table) { return table->id == experiment.id; };
      all = all && std::any_of(tables.begin(), tables.end(), same);
      members.push_back(sweep_of(arguments, experiment));
    }
    if (!all) continue;
    const fs::path folder = folder_of(arguments, combination.table.id);
    std::cout << '\n'
              << write_combination(combination, members, folder) << "\nwritten to "
              << folder.string() << '\n';
  }
}

int run(const Arguments& arguments) {
  apply_work_options(arguments);
  const std::vector<const Experiment*> tables = chosen(arguments.texts("TABLE"));
  check_settings(tables, arguments);
  if (tables.empty()) {
    require<UsageError>(arguments.flag("list"), "TABLE must be one of ", join(known_names(), ", "),
                        "; --list shows them");
    print_overview(arguments);
    return 0;
  }
  int status = 0;
  for (const Experiment* experiment : tables) {
    fs::path reference;
    if (!arguments.text("reference").empty() && !experiment->reference.empty())
      reference = fs::path(arguments.text("reference")) / experiment->reference;
    if (experiment != tables.front()) std::cout << '\n';
    status = std::max(status, run_experiment(*experiment, arguments,
                                             folder_of(arguments, experiment->id), reference));
    std::cout.flush();
  }
  if (!arguments.flag("list")) combine(arguments, tables);
  return status;
}

}  // namespace

Command reproduce_command() {
  return {.name = "reproduce",
          .summary = "run the paper's tables, or what is missing of them",
          .positionals =
              {{"TABLE", std::vector<std::string>{}, "",
                "tables or groups of them: kernels, light-cone, query, language, music, all"}},
          .options = options(),
          .run = run};
}

}  // namespace pj
