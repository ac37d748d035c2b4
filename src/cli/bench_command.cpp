#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "bench_rows.h"
#include "commands.h"
#include "pj/core/interrupt.h"
#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/core/progress.h"
#include "pj/core/threads.h"
#include "pj/train/program_facts.h"
#include "training_options.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

std::vector<Option> options() {
  std::vector<Option> all = work_options();
  all.push_back({"only", std::vector<std::string>{}, "", "rows whose names begin so, or all"});
  all.push_back({"quick", false, "", "two repetitions of everything, a smaller corpus"});
  all.push_back({"json", false, "", "as JSON, with every sample"});
  return all;
}

/// A folder for what the measurements write, removed at the end.
class WorkFolder {
 public:
  WorkFolder() : path_(fs::temp_directory_path() / message("pjrope-bench-", ::getpid())) {
    fs::create_directories(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<BenchRow> chosen_rows(const std::vector<std::string>& beginnings) {
  std::vector<BenchRow> chosen;
  std::vector<std::string> names;
  std::vector<bool> used(beginnings.size());
  for (const BenchRow& row : bench_rows()) {
    names.push_back(row.name());
    bool wanted = beginnings.empty();
    for (std::size_t i = 0; i < beginnings.size(); ++i)
      if (row.name().starts_with(beginnings[i])) wanted = used[i] = true;
    if (wanted) chosen.push_back(row);
  }
  for (std::size_t i = 0; i < beginnings.size(); ++i)
    require<UsageError>(used[i], "--only must begin the name of a row, got '", beginnings[i], "'",
                        suggestion(beginnings[i], names));
  return chosen;
}

/// The samples of a case; none if the user stopped it, which its children may take for a failure.
Samples measure_unless_stopped(const BenchCase& one, const BenchPlan& plan) {
  try {
    return one.measure(plan);
  } catch (const Error&) {
    if (!stop_requested()) throw;
    return {};
  }
}

/// The rows that were measured before the end or the user's stop.
std::vector<BenchResult> measure(const std::vector<BenchRow>& rows, const BenchPlan& plan,
                                 Progress& progress) {
  std::vector<BenchResult> results;
  for (const BenchCase& one : bench_cases()) {
    Samples samples;
    for (const BenchRow& row : rows) {
      if (row.case_name != one.name) continue;
      if (samples.empty()) samples = measure_unless_stopped(one, plan);
      if (samples.empty()) return results;
      results.push_back({row.name(), row.what, row.unit, row.goal, samples.at(row.sample)});
    }
    if (stop_requested()) return results;
    progress.update(static_cast<index_t>(results.size()), one.name);
  }
  progress.finish();
  return results;
}

Facts machine_facts(int threads) {
  Facts facts = build_facts();
  facts.push_back({"processors", std::to_string(default_num_threads())});
  for (const auto& [name, value] : process_facts())
    facts.push_back({name, name == "threads" ? std::to_string(threads) : value});
  return facts;
}

int run(const Arguments& arguments) {
  const InterruptGuard guard;
  const WorkFolder folder;
  const BenchPlan plan{arguments.flag("quick"), static_cast<int>(arguments.integer("threads")),
                       folder.path()};
  const std::vector<BenchRow> rows = chosen_rows(arguments.texts("only"));
  Progress progress(std::cerr, stderr_progress_style(arguments.flag("quiet")), "bench",
                    static_cast<index_t>(rows.size()), "rows");
  const std::vector<BenchResult> results = measure(rows, plan, progress);
  if (results.empty()) throw Stopped("bench: stopped before the first row was measured");
  const Facts machine = machine_facts(plan.threads);
  if (arguments.flag("json")) {
    std::cout << json_text(bench_json(machine, results));
  } else {
    for (const auto& [name, value] : machine) std::cout << name << ": " << value << '\n';
    std::cout << '\n' << bench_table(results);
  }
  if (stop_requested())
    throw Stopped(message("bench: stopped after ", results.size(), " of ", rows.size(),
                          " rows, which are shown"));
  return 0;
}

}  // namespace

Command bench_command() {
  return {.name = "bench",
          .summary = "measure this machine: speed, memory, and whether the goals are met",
          .positionals = {},
          .options = options(),
          .run = run};
}

}  // namespace pj
