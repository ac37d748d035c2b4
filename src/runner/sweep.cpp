#include "pj/runner/sweep.h"

#include <atomic>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "pj/core/files.h"
#include "pj/core/interrupt.h"
#include "pj/core/join.h"
#include "pj/core/numbers.h"
#include "pj/core/threads.h"
#include "report_writer.h"
#include "rows_file.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr const char* kRows = "rows.csv";
constexpr const char* kConfig = "config.json";
constexpr const char* kSeeds = "seeds";

bool every_column(const ResultColumn&) { return true; }

Json read_config(const fs::path& path) {
  Json config = Json::parse(read_file(path), nullptr, false);
  require<IoError>(config.is_object() && config.contains("experiment") &&
                       config.contains("settings") && config["settings"].is_object(),
                   path.string(), ": must be the configuration of an experiment");
  return config;
}

/// Settings that differ, but for those that only choose tasks: "max-order (3 there, 2 now)".
std::vector<std::string> differences(const Json& there, const Json& now) {
  std::vector<std::string> names;
  std::set<std::string> all;
  for (const Json* side : {&there, &now})
    for (const auto& [name, ignored] : side->items()) all.insert(name);
  for (const std::string& name : all) {
    if (name == kSeeds) continue;
    const Json a = there.value(name, Json()), b = now.value(name, Json());
    if (a != b) names.push_back(message(name, " (", a.dump(), " there, ", b.dump(), " now)"));
  }
  return names;
}

/// Cells an axis decides, where the record left them open.
void fill_axes(Record& record, const GridPoint& point, const std::vector<ResultColumn>& columns) {
  for (const ResultColumn& column : columns)
    for (const std::string& axis : point.axes())
      if (column.name == axis && !record.contains(axis)) record.emplace(axis, point.text(axis));
}

}  // namespace

void RunContext::stop_if_asked() const {
  if (stop_requested()) throw Stopped("task interrupted");
}

Share parse_share(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<index_t> k = parse_integer(text.substr(0, slash));
  const std::optional<index_t> n =
      slash == text.npos ? std::nullopt : parse_integer(text.substr(slash + 1));
  require<UsageError>(k && n && *k >= 1 && *k <= *n,
                      "--jobs must be k/n with 1 <= k <= n, as in 2/3, got '", text, "'");
  return {*k, *n};
}

Arguments experiment_settings(const Experiment& experiment, std::string_view profile,
                              const Arguments& given) {
  Arguments settings(experiment.settings);
  const auto asked = [&](const std::string& name) {
    for (const Option& option : given.declared())
      if (option.name == name) return given.given(name);
    return false;
  };
  for (const Option& option : experiment.settings) {
    if (asked(option.name)) {
      settings.set(option.name, to_text(given.value(option.name)));
    } else if (profile == "smoke") {
      for (const auto& [name, text] : experiment.smoke)
        if (name == option.name) settings.set(name, text);
    }
  }
  return settings;
}

Sweep::Sweep(Experiment experiment, Arguments settings, fs::path folder)
    : experiment_(std::move(experiment)),
      settings_(std::move(settings)),
      folder_(std::move(folder)),
      points_(expand(experiment_.grid(settings_))) {}

void Sweep::check_settings(const fs::path& folder) const {
  const Json config = read_config(folder / kConfig);
  require<UsageError>(config["experiment"] == experiment_.id, folder.string(),
                      ": must hold experiment ", experiment_.id, ", got ", config["experiment"]);
  const std::vector<std::string> changed =
      differences(config["settings"], json_settings(settings_));
  require<UsageError>(changed.empty(), folder.string(),
                      ": settings must be those it began with, got ", join(changed, ", "),
                      "; use another --out");
}

void Sweep::begin(const Json& program) const {
  const fs::path path = folder_ / kConfig;
  Json config = {{"experiment", experiment_.id}, {"settings", json_settings(settings_)}};
  config["program"] = program;
  if (fs::exists(path)) {
    check_settings(folder_);
    const Json before = read_config(path);
    if (before["settings"] == config["settings"]) return;
    config["program"] = before.value("program", program);
  }
  write_file_atomically(path, json_text(config));
}

std::vector<SweepTask> Sweep::tasks() const {
  std::vector<SweepTask> all;
  for (const GridPoint& point : points_) {
    const fs::path folder = folder_ / "tasks" / point.id();
    SweepTask task{point, folder, fs::exists(folder / kRows)};
    if (!task.done && experiment_.waits_for)
      task.waits_for = experiment_.waits_for(point, settings_);
    all.push_back(std::move(task));
  }
  return all;
}

void Sweep::run_task(const SweepTask& task) const {
  fs::create_directories(task.folder);
  RunContext context{task.folder,
                     fs::absolute(folder_).lexically_normal().parent_path() / "shared"};
  Results checked(experiment_.columns);
  for (Record record : experiment_.run(task.point, settings_, context)) {
    fill_axes(record, task.point, experiment_.columns);
    checked.add(record);
  }
  write_file_atomically(task.folder / kRows,
                        records_csv(experiment_.columns, checked.rows(), every_column));
}

void Sweep::run(Share share, ProgressStyle style) const {
  std::vector<SweepTask> missing;
  const std::vector<SweepTask> all = tasks();
  index_t mine = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (static_cast<index_t>(i) % share.n != share.k - 1 || !all[i].waits_for.empty()) continue;
    ++mine;
    if (!all[i].done) missing.push_back(all[i]);
  }
  const auto count = static_cast<index_t>(missing.size());
  const InterruptGuard guard;
  Progress progress(std::cerr, style, experiment_.id, mine, "tasks", mine - count);
  std::mutex mutex;
  index_t done = mine - count;
  const auto step = [&](index_t i) {
    if (stop_requested()) return;
    const SweepTask& task = missing[static_cast<std::size_t>(i)];
    try {
      run_task(task);
    } catch (const Stopped&) {
      return;
    } catch (const UsageError&) {
      throw;
    } catch (const std::exception& error) {
      throw Error(message(experiment_.id, ": task ", task.point.id(), ": ", error.what()));
    }
    const std::lock_guard lock(mutex);
    progress.update(++done, task.point.id());
  };
  if (experiment_.parallel_tasks) {
    parallel_for(count, step);
  } else {
    for (index_t i = 0; i < count; ++i) step(i);
  }
  progress.finish();
  if (done < mine)
    throw Stopped(message(experiment_.id, ": stopped after ", done, " of ", mine,
                          " tasks; the same command goes on"));
}

index_t Sweep::merge(const fs::path& other) const {
  check_settings(other);
  index_t copied = 0;
  for (const SweepTask& task : tasks()) {
    const fs::path from = other / "tasks" / task.point.id() / kRows;
    if (task.done || !fs::exists(from)) continue;
    (void)read_records(from, experiment_.columns);
    write_file_atomically(task.folder / kRows, read_file(from));
    ++copied;
  }
  return copied;
}

Results Sweep::results() const {
  Results results(experiment_.columns);
  std::set<std::string> keys;
  for (const SweepTask& task : tasks()) {
    if (!task.done) continue;
    for (const Record& record : read_records(task.folder / kRows, experiment_.columns)) {
      const std::string key = key_text(record, experiment_.columns);
      require<ValueError>(key.empty() || keys.insert(key).second, experiment_.id,
                          ": keys must occur once, got two rows of ", key);
      results.add(record);
    }
  }
  return results;
}

std::string Sweep::report() const {
  fs::create_directories(folder_);
  const FolderLock lock(folder_, LockWait::kWait);
  const std::vector<SweepTask> all = tasks();
  TaskCount count{.all = static_cast<index_t>(all.size())};
  for (const SweepTask& task : all) {
    count.done += task.done ? 1 : 0;
    if (!task.waits_for.empty()) ++count.waiting[task.waits_for];
  }
  return write_report(experiment_, settings_, results(), count, folder_);
}

}  // namespace pj
