#include "report_experiment.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "experiments/experiments.h"
#include "pj/core/files.h"
#include "pj/core/warning.h"
#include "pj/report/csv.h"
#include "pj/report/html.h"
#include "pj/runner/results_folder.h"
#include "report_parts.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

const Experiment* find_experiment(const std::string& id) {
  const std::vector<Experiment>& all = experiments();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Experiment& each) { return each.id == id; });
  return found == all.end() ? nullptr : &*found;
}

/// Sum of the columns of seconds; nothing without one.
std::optional<double> task_seconds(const fs::path& path) {
  if (!fs::exists(path)) return std::nullopt;
  const CsvTable table = read_csv(path);
  std::optional<double> sum;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    if (!table.columns[c].ends_with("seconds")) continue;
    for (const Row& row : table.rows)
      if (const std::optional<double> seconds = row[c].number()) sum = sum.value_or(0.0) + *seconds;
  }
  return sum;
}

/// What the experiment makes of its recorded rows; nothing if they are not what it writes now.
std::vector<Figure> recorded_figures(const Experiment& experiment, const fs::path& folder,
                                     const Json& config) {
  if (!experiment.figures || !config.is_object()) return {};
  try {
    const Results results = recorded_results(experiment, folder);
    if (results.empty()) return {};
    return experiment.figures(results,
                              recorded_settings(experiment, config.value("settings", Json())));
  } catch (const std::exception& error) {
    warn(message(error.what(), "; showing the figures of ", folder.string(), " as they are"));
    return {};
  }
}

std::vector<std::string> other_images(const fs::path& folder, const std::vector<Figure>& figures) {
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".svg" &&
        std::none_of(figures.begin(), figures.end(),
                     [&](const Figure& figure) { return figure.name == entry.path().stem(); }))
      files.insert(entry.path());
  std::vector<std::string> images;
  for (const fs::path& file : files)
    images.push_back(svg_image(read_file(file), file.stem().string()));
  return images;
}

std::string claims_line(const ReportedExperiment& experiment) {
  const std::size_t count = experiment.summary.claims.size();
  if (count == 0) return "";
  return message("<p><a href=\"#claims\">", count, count == 1 ? " claim" : " claims",
                 "</a> decided by this experiment.</p>\n");
}

std::string repeat_html(const ReportedExperiment& experiment) {
  if (!experiment.config.is_object()) return "";
  const Experiment* known = find_experiment(experiment.id);
  const std::string command =
      command_line("pjrope reproduce " + experiment.id, experiment.config.value("settings", Json()),
                   known != nullptr ? known->settings : std::vector<Option>());
  return "<p>To repeat it:</p>\n" + command_html(command);
}

}  // namespace

ReportedExperiment read_reported_experiment(const fs::path& folder, std::string name) {
  ReportedExperiment experiment;
  experiment.name = std::move(name);
  experiment.summary = parse_summary(read_file(folder / "summary.md"));
  const std::string& title = experiment.summary.title;
  experiment.id = title.substr(0, std::min(title.find(": "), title.size()));
  const fs::path path = folder / "config.json";
  if (fs::exists(path)) {
    experiment.config = Json::parse(read_file(path), nullptr, false);
    require<IoError>(experiment.config.is_object(), path.string(),
                     ": must be the configuration of an experiment");
    experiment.id = setting_text(experiment.config.value("experiment", Json(experiment.id)));
  }
  experiment.seconds = task_seconds(folder / "timings.csv");
  experiment.place = experiments().size();
  if (const Experiment* known = find_experiment(experiment.id)) {
    experiment.place = static_cast<std::size_t>(known - experiments().data());
    experiment.group = known->group;
    experiment.figures = recorded_figures(*known, folder, experiment.config);
  }
  experiment.images = other_images(folder, experiment.figures);
  return experiment;
}

std::string experiment_html(const ReportedExperiment& experiment, int level) {
  const ReportedSummary& summary = experiment.summary;
  const std::string anchor = anchor_of(experiment.name);
  std::string html = "<section aria-labelledby=\"" + anchor + "\">\n";
  html += heading_html(level, anchor, summary.title.empty() ? experiment.name : summary.title);
  if (!summary.intro.empty()) html += "<p>" + html_escape(summary.intro) + "</p>\n";
  html += claims_line(experiment);
  html += markdown_html(
      summary.body, level, [](const auto&, const auto&) { return ""; },
      "Rows of " + experiment.name);
  html += charts_html(experiment.figures);
  for (const std::string& image : experiment.images) html += image;
  html += repeat_html(experiment);
  if (experiment.config.is_object())
    html += details_html("All settings", settings_html(experiment.config.value("settings", Json()),
                                                       "Settings of " + experiment.name));
  return html + "</section>\n";
}

}  // namespace pj
