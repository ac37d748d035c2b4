#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pj/report/figure.h"
#include "run_record.h"

namespace pj {

/// A run folder on the page; its record's name is its path below the folder of the report.
struct ReportedRun {
  std::filesystem::path folder;
  std::string group;  // path of its parent folder: runs of one group share their charts
  RunRecord record;
  Series training;  // loss by step
};

/// A folder of the experiment runner: results.csv, summary.md and figures.
struct ReportedExperiment {
  std::filesystem::path folder;
  std::string name;
  Json config;  // null if there is no readable config.json
};

struct ReportContent {
  std::string title;
  std::vector<ReportedRun> runs;
  std::vector<ReportedExperiment> experiments;
  std::vector<std::string> left_out;  // messages of what could not be read
};

/// Reads a run folder or an experiment folder; throws pj::Error for a damaged one.
ReportedRun read_reported_run(const std::filesystem::path& folder, std::string name);
ReportedExperiment read_reported_experiment(const std::filesystem::path& folder, std::string name);

/// One HTML page that asks for nothing outside itself, in the reader's choice of light and dark.
std::string report_page(const ReportContent& content);

}  // namespace pj
