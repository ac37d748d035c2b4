#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pj/report/figure.h"
#include "pj/report/json.h"
#include "report_summary.h"

namespace pj {

/// A folder of the experiment runner: results.csv, summary.md and what else it holds of
/// config.json, timings.csv and SVG files.
struct ReportedExperiment {
  std::string name;       // its path below the folder of the report
  std::string id;         // "language-core", as far as it is known
  std::string group;      // "language"; empty for an experiment this program does not know
  std::size_t place = 0;  // among the experiments this program knows, those it does not at the end
  ReportedSummary summary;
  Json config;                      // null if there is none
  std::optional<double> seconds;    // of all tasks together
  std::vector<Figure> figures;      // drawn again from results.csv
  std::vector<std::string> images;  // `<img>` of the SVG files that are not among them
};

/// Throws pj::Error for a damaged folder.
ReportedExperiment read_reported_experiment(const std::filesystem::path& folder, std::string name);

/// Its section: tables, notes, figures, settings and the command that repeats it. Its claims are
/// counted, with a link to the page's table of claims.
std::string experiment_html(const ReportedExperiment& experiment, int level);

}  // namespace pj
