#include "report_page.h"

#include <algorithm>
#include <map>
#include <set>

#include "commands.h"
#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/report/html.h"
#include "pj/report/line_chart.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostPoints = 500;  // of a training curve; more than the chart has pixels for

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --page: #fff; --text: #1a1a1a; --line: #ccc; --soft: #f4f4f4; }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181b; --text: #e6e6e6; --line: #444; --soft: #22252a; } }
@media print { :root { color-scheme: light; --page: #fff; --text: #000; --line: #999; --soft: #fff; }
  .wide { overflow: visible; } svg, img, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  table { font-size: 0.7rem; } }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
svg { display: block; width: 100%; max-width: 46rem; height: auto; margin: 1rem 0; }
.figure { display: block; max-width: 100%; height: auto; margin: 1rem 0; background: #fff; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.25rem 0; font-weight: 600; }
th, td { padding: 0.25rem 0.6rem; border: 1px solid var(--line); text-align: left;
  vertical-align: top; }
thead th { background: var(--soft); } tbody th { font-weight: 500; }
.n { text-align: right; white-space: nowrap; }
pre { padding: 0.6rem; background: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: inherit; }
)";

/// A setting as it would be typed.
std::string value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<std::string> items;
  for (const Json& item : value) items.push_back(value_text(item));
  return join(items, ",");
}

std::string shell_word(const std::string& text) {
  constexpr const char* kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!text.empty() && text.find_first_not_of(kSafe) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

/// The command with the flags of a configuration, those at the program's own defaults left out.
std::string command_line(const std::string& command, const Json& flags,
                         const std::vector<Option>& options) {
  std::string line = command;
  if (!flags.is_object()) return line;
  for (const auto& [name, value] : flags.items()) {
    const std::string text = value_text(value), flag = name;
    const Json& given = value;  // Clang 14 lets no lambda see a structured binding
    const bool at_default = std::any_of(options.begin(), options.end(), [&](const Option& option) {
      return option.name == flag && json_settings(Arguments({option}))[flag] == given;
    });
    if (at_default || text.empty() || value == false || name == "resume") continue;
    line += " --" + name + (value == true ? "" : " " + shell_word(text));
  }
  return line;
}

void add_settings(Table& table, const Json& settings) {
  if (!settings.is_object()) return;
  for (const auto& [name, value] : settings.items()) {
    if (value.is_object()) {
      add_settings(table, value);
    } else {
      table.add({name, value_text(value)});
    }
  }
}

std::string settings_html(const Json& settings, const char* caption) {
  Table table({{"name"}, {"value"}});
  add_settings(table, settings);
  return html_table(table, caption);
}

std::string repeat_html(const std::string& command) {
  return "<p>To repeat it:</p>\n<pre><code>" + html_escape(command) + "</code></pre>\n";
}

std::string heading(const char* level, const std::string& id, const std::string& text) {
  return message("<", level, " id=\"", id, "\">", html_escape(text), "</", level, ">\n");
}

/// The means of so many neighbours that at most kMostPoints are left.
Series thinned(const Series& series) {
  const std::size_t size = series.x.size(), each = (size + kMostPoints - 1) / kMostPoints;
  if (each <= 1) return series;
  Series thin = {series.name, {}, {}};
  for (std::size_t begin = 0; begin < size; begin += each) {
    const std::size_t end = std::min(begin + each, size);
    double x = 0.0, y = 0.0;
    for (std::size_t i = begin; i < end; ++i) x += series.x[i], y += series.y[i];
    thin.x.push_back(x / static_cast<double>(end - begin));
    thin.y.push_back(y / static_cast<double>(end - begin));
  }
  return thin;
}

std::string group_charts(const std::string& group, const std::vector<const ReportedRun*>& runs) {
  const std::string of = group.empty() ? "" : ", " + group;
  Figure lengths = {
      "", "Loss by evaluation length" + of, {"length", "tokens", true}, {"loss", "nats/token"}, {}};
  Figure steps = {"", "Training loss by step" + of, {"step"}, {"loss", "nats/token"}, {}};
  for (const ReportedRun* run : runs) {
    Series loss = {run->folder.filename().string(), {}, {}, SeriesStyle::kLinePoints};
    for (const auto& [length, value] : run->record.loss) {
      loss.x.push_back(static_cast<double>(length));
      loss.y.push_back(value);
    }
    lengths.series.push_back(loss);
    steps.series.push_back(thinned(run->training));
  }
  std::string html;
  for (const Figure& figure : {lengths, steps})
    if (std::any_of(figure.series.begin(), figure.series.end(),
                    [](const Series& series) { return !series.x.empty(); }))
      html += line_chart(figure);
  return html;
}

std::string runs_html(const std::vector<ReportedRun>& runs) {
  std::vector<RunRecord> records;
  std::map<std::string, std::vector<const ReportedRun*>> groups;
  for (const ReportedRun& run : runs) {
    records.push_back(run.record);
    groups[run.group].push_back(&run);
  }
  std::string html = heading("h2", "runs", "Runs");
  html += html_table(comparison_table(records), "The last evaluation of every run");
  for (const auto& [group, members] : groups) html += group_charts(group, members);
  return html;
}

std::string run_html(const ReportedRun& run, const std::string& id) {
  const Json& config = run.record.config;
  const Json environment = config.value("environment", Json::object());
  const Json flags = environment.value("flags", Json());
  return "<section>\n" + heading("h3", id, run.record.name) +
         repeat_html(command_line("pjrope train", flags, train_command().options)) +
         settings_html(config["identity"], "Settings and corpus") +
         settings_html(environment.value("program", Json()), "What it ran on") + "</section>\n";
}

std::string experiment_html(const ReportedExperiment& experiment, const std::string& id) {
  std::set<std::string> shown;
  const auto figure = [&](const std::string& text, const std::string& file) {
    const fs::path path = experiment.folder / fs::path(file).filename();
    if (path.extension() != ".svg" || !fs::exists(path))
      return "<p>" + html_escape(text) + "</p>\n";
    shown.insert(path.filename().string());
    return svg_image(read_file(path), text);
  };
  std::string html = "<section>\n" + heading("h2", id, experiment.name);
  html += markdown_html(read_file(experiment.folder / "summary.md"), 3, figure);
  std::set<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(experiment.folder))
    if (entry.path().extension() == ".svg") files.insert(entry.path());
  for (const fs::path& file : files)
    if (shown.count(file.filename().string()) == 0)
      html += svg_image(read_file(file), file.stem().string());
  if (experiment.config.is_object()) {
    const std::string name = value_text(experiment.config.value("experiment", Json("")));
    html += repeat_html(command_line("pjrope probe " + shell_word(name),
                                     experiment.config.value("settings", Json()), {}));
    html += settings_html(experiment.config.value("program", Json()), "What it ran on");
  }
  return html + "</section>\n";
}

std::string link(const std::string& id, const std::string& text) {
  return "<li><a href=\"#" + id + "\">" + html_escape(text) + "</a></li>\n";
}

}  // namespace

ReportedRun read_reported_run(const fs::path& folder, std::string name) {
  ReportedRun run = {folder, fs::path(name).parent_path().string(), read_run(folder), {}};
  run.record.name = std::move(name);
  run.training.name = folder.filename().string();
  if (!fs::exists(folder / "train.csv")) return run;
  const CsvTable table = read_csv(folder / "train.csv", LastLine::kDropIfIncomplete);
  if (table.rows.empty()) return run;
  const std::size_t step = table.place("step"), loss = table.place("loss");
  for (const Row& row : table.rows) {
    if (!row[step].number() || !row[loss].number()) continue;
    run.training.x.push_back(*row[step].number());
    run.training.y.push_back(*row[loss].number());
  }
  return run;
}

ReportedExperiment read_reported_experiment(const fs::path& folder, std::string name) {
  ReportedExperiment experiment = {folder, std::move(name), {}};
  const fs::path path = folder / "config.json";
  if (!fs::exists(path)) return experiment;
  experiment.config = Json::parse(read_file(path), nullptr, false);
  require<IoError>(experiment.config.is_object(), path.string(),
                   ": must be the configuration of an experiment");
  return experiment;
}

std::string report_page(const ReportContent& content) {
  std::string contents, body;
  if (!content.runs.empty()) {
    contents += link("runs", message("Runs (", content.runs.size(), ")"));
    body += runs_html(content.runs) + heading("h2", "settings", "Each run");
    for (std::size_t k = 0; k < content.runs.size(); ++k) {
      const std::string id = message("run-", k);
      contents += link(id, content.runs[k].record.name);
      body += run_html(content.runs[k], id);
    }
  }
  for (std::size_t k = 0; k < content.experiments.size(); ++k) {
    const std::string id = message("experiment-", k);
    contents += link(id, content.experiments[k].name);
    body += experiment_html(content.experiments[k], id);
  }
  if (!content.left_out.empty()) {
    body += heading("h2", "left-out", "Left out") + "<ul>\n";
    for (const std::string& text : content.left_out) body += "<li>" + html_escape(text) + "</li>\n";
    body += "</ul>\n";
  }
  const std::string title = html_escape(content.title);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         title + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n<h1>" + title +
         "</h1>\n<nav aria-label=\"Contents\"><ul>\n" + contents + "</ul></nav>\n" + body +
         "</main>\n</body>\n</html>\n";
}

}  // namespace pj
