#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pj/core/options.h"
#include "pj/report/figure.h"
#include "pj/report/table.h"
#include "pj/runner/grid.h"
#include "pj/runner/results.h"

namespace pj {

/// Whether a run bears out what is claimed. A rule that lacks its rows says kUndecided.
enum class Verdict { kSupported, kNotSupported, kUndecided };

/// "supported", "not supported" or "undecided".
std::string to_text(Verdict verdict);

/// What a table is meant to show, and whether this run shows it; decided by the experiment's code.
struct Claim {
  std::string sentence;  ///< "Every target is met by the basis that contains it."
  std::string rule;      ///< "smallest MSE over such bases at most 1e-20 for each target"
  std::string numbers;   ///< what the rule saw: "largest 3.1e-24 (lc_affine)"
  Verdict verdict = Verdict::kUndecided;
};

struct SummaryTable {
  std::string caption;  ///< a sentence or two above the table
  Table table;
};

/// The content of summary.md.
struct Summary {
  std::vector<SummaryTable> tables;
  std::vector<Claim> claims;
  std::vector<std::string> notes = {};  ///< paragraphs at the end
};

/// What a task may use beside its settings.
struct RunContext {
  std::filesystem::path folder;  ///< the task's own; exists, and what an earlier try left is there
  std::filesystem::path shared;  ///< of all experiments beside this one, for trainings and corpora
                                 ///< that several use; may not exist yet

  /// Throws Stopped if the user asked to stop; long tasks call it between steps.
  void stop_if_asked() const;
};

/// What a task will ask of a machine, for estimates.
struct TaskCost {
  double gigaflops = 0;  ///< floating-point operations, 10^9
  double megabytes = 0;  ///< largest resident memory
};

/// A table of the paper: a grid, a measurement and declared columns. The runner does the rest:
/// expands the grid into tasks, runs what is missing, keeps rows, aggregates, compares and reports.
///
/// A task must depend on point and settings alone, and draw from streams made of the point's seed,
/// so that interrupted, divided and repeated runs give the same bytes.
struct Experiment {
  std::string id;      ///< "fixed-kernel": name on the command line and of the run folder
  std::string title;   ///< the question it answers, one line
  std::string source;  ///< where the paper has the table: "Table 2", "section 4"
  std::string group;   ///< "kernels", "light-cone", "query", "training", "language" or "music"

  /// The protocol: defaults are the paper's, and each is a flag of `pjrope probe ID`.
  std::vector<Option> settings;
  /// Settings of the small profile, as typed: {{"steps", "20"}, {"seeds", "0"}}.
  std::vector<std::pair<std::string, std::string>> smoke = {};

  std::function<std::vector<Axis>(const Arguments& settings)> grid;

  /// Columns in the order of results.csv. A column named like an axis is filled in by the runner
  /// where the record does not set it.
  std::vector<ResultColumn> columns;

  /// Why a task cannot run yet, with the command that helps: "wikitext2 is not in data/corpora; run
  /// ..."; empty if it can. Such tasks wait, and hold up neither the others nor the claims.
  std::function<std::string(const GridPoint&, const Arguments& settings)> waits_for = {};

  /// What a task takes; none for experiments of seconds.
  std::function<TaskCost(const GridPoint&, const Arguments& settings)> cost = {};

  /// The rows of one task.
  std::function<std::vector<Record>(const GridPoint&, const Arguments& settings, RunContext&)> run;

  std::function<Summary(const Results&, const Arguments& settings)> summarise;
  std::function<std::vector<Figure>(const Results&, const Arguments& settings)> figures = {};

  /// File of measured values inside a reference folder, for the default settings; empty for none.
  std::string reference = "";

  /// Settings under which the reference alone was measured, each the name of a file beside it: the
  /// comparison is then made with a run of its own.
  std::vector<std::pair<std::string, std::string>> reference_files = {};

  /// Tasks run beside each other, one thread each; false runs one after another on all threads.
  bool parallel_tasks = true;
};

}  // namespace pj
