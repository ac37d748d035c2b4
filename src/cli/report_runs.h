#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pj/core/options.h"
#include "pj/report/figure.h"
#include "run_record.h"

namespace pj {

/// A run folder on the page; its record's name is its path below the folder of the report.
struct ReportedRun {
  std::filesystem::path folder;
  std::string group;  // path of its parent folder: runs of one group stand in one table
  RunRecord record;
  Series training;                // loss by step
  std::optional<double> seconds;  // of training and evaluation
};

/// Throws pj::Error for a damaged folder.
ReportedRun read_reported_run(const std::filesystem::path& folder, std::string name);

/// The runs of one group: a table of what tells them apart, their losses, what their biases chose
/// and their time; training curves; and, folded away, what they have in common and the commands
/// that repeat them, without the flags at the defaults of `train_options`.
std::string run_group_html(const std::vector<const ReportedRun*>& runs, const std::string& title,
                           int level, const std::vector<Option>& train_options);

}  // namespace pj
