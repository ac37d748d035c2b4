#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/progress.h"
#include "pj/report/json.h"
#include "pj/runner/experiment.h"

namespace pj {

/// Which tasks a process runs: of the n of a sweep those at places k-1, k-1+n, k-1+2n, ...
struct Share {
  index_t k = 1;
  index_t n = 1;
};

/// "2/3" as {2, 3}; throws UsageError unless 1 <= k <= n.
Share parse_share(std::string_view text);

/// The settings of a run: what `given` holds, else the profile's value ("smoke" or "paper"), else
/// the default. `given` may declare more options, and fewer.
Arguments experiment_settings(const Experiment& experiment, std::string_view profile,
                              const Arguments& given);

/// A task of a sweep and where it stands.
struct SweepTask {
  GridPoint point;
  std::filesystem::path folder;
  bool done = false;
  std::string waits_for = {};  ///< why it cannot run yet; empty if it can, or is done
};

/// One run of an experiment in a folder:
///
///   config.json            every setting, and what the program was that began the folder
///   tasks/ID/rows.csv      the rows of a finished task; its presence says that it is done
///   results.csv            the rows of all finished tasks in grid order, without timing columns
///   timings.csv            keys and timing columns, if there are any
///   aggregate.csv          mean, deviation and count over seeds, if there is more than one
///   summary.md, *.svg      tables, claims and figures
///   ../shared/             what tasks of several experiments use, such as trainings
///
/// A task's rows appear at once and whole, so a kill at any moment loses running tasks only, and
/// results.csv is the same bytes however a sweep was interrupted, repeated or divided.
class Sweep {
 public:
  /// Throws as `expand` does.
  Sweep(Experiment experiment, Arguments settings, std::filesystem::path folder);

  /// Writes config.json. In a folder that has one, every setting must be as it is there, but for
  /// "seeds", which only says which tasks there are: throws UsageError that names the settings.
  void begin(const Json& program) const;

  /// In grid order, with their state on the disk now.
  std::vector<SweepTask> tasks() const;

  /// Runs this share of the tasks that are not done and wait for nothing. Throws Stopped when the
  /// user asked to stop, and what a task threw, with the task's name, after the others have
  /// finished.
  void run(Share share, ProgressStyle progress) const;

  /// Copies tasks that are done in another folder of the same experiment and settings (checked as
  /// `begin` does) and not in this one; returns their number.
  index_t merge(const std::filesystem::path& other) const;

  /// The rows of the finished tasks, keys without repetition.
  Results results() const;

  /// Writes results.csv and what follows from it, and returns the summary as text for a terminal.
  /// While tasks are missing that could run, no claim is decided. One process at a time does this
  /// in a folder.
  std::string report() const;

  const Experiment& experiment() const { return experiment_; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  void check_settings(const std::filesystem::path& folder) const;
  void run_task(const SweepTask& task) const;

  Experiment experiment_;
  Arguments settings_;
  std::filesystem::path folder_;
  std::vector<GridPoint> points_;
};

}  // namespace pj
