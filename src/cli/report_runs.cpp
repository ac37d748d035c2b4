#include "report_runs.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "pj/report/html.h"
#include "pj/runner/results_folder.h"
#include "report_parts.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostPoints =
    300;                               // of a training curve; about as many as the chart has pixels
constexpr std::size_t kMostLines = 8;  // of single runs in one chart
constexpr std::size_t kMostRows = 24;  // of a table that is not folded away
constexpr std::size_t kHashShown = 8;  // characters of a checksum that tell corpora apart

using Runs = std::vector<const ReportedRun*>;
using Settings = std::map<std::string, std::string>;

/// Name and text of every setting below `json`; "seed" and "train_len" rather than their paths.
void flatten(const Json& json, Settings& settings) {
  if (!json.is_object()) return;
  for (const auto& [name, value] : json.items()) {
    if (value.is_object())
      flatten(value, settings);
    else
      settings[name] = setting_text(value);
  }
}

Settings settings_of(const ReportedRun& run) {
  Settings settings;
  flatten(run.record.config["identity"], settings);
  if (const auto sum = settings.find("sha256"); sum != settings.end())
    sum->second = sum->second.substr(0, kHashShown);
  return settings;
}

/// Names of settings that are not the same in all runs, the method always among them.
std::vector<std::string> varied_settings(const Runs& runs) {
  std::map<std::string, std::set<std::string>> values;
  std::map<std::string, std::size_t> counts;
  for (const ReportedRun* run : runs)
    for (const auto& [name, text] : settings_of(*run)) {
      values[name].insert(text);
      ++counts[name];
    }
  std::vector<std::string> names = {"method"};
  for (const auto& [name, texts] : values)
    if (name != "method" && (texts.size() > 1 || counts[name] != runs.size()))
      names.push_back(name);
  return names;
}

/// The columns of a list of cells per run; one without any cell is not shown.
class RunTable {
 public:
  explicit RunTable(const Runs& runs) : runs_(runs) {}

  void add(const Column& column, const std::function<Cell(const ReportedRun&)>& cell) {
    std::vector<Cell> cells;
    for (const ReportedRun* run : runs_) cells.push_back(cell(*run));
    if (std::none_of(cells.begin(), cells.end(),
                     [](const Cell& each) { return each.text().has_value(); }))
      return;
    columns_.push_back(column);
    cells_.push_back(std::move(cells));
  }

  std::string html(const std::string& caption) const {
    Table table(columns_);
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      Row row;
      for (const std::vector<Cell>& cells : cells_) row.push_back(cells[r]);
      table.add(std::move(row));
    }
    return html_table(table, caption);
  }

 private:
  const Runs& runs_;
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> cells_;
};

std::string table_html(const Runs& runs, const std::string& title) {
  RunTable table(runs);
  table.add({"run"}, [](const ReportedRun& run) { return Cell(run.folder.filename().string()); });
  for (const std::string& name : varied_settings(runs))
    table.add({name}, [&](const ReportedRun& run) {
      const Settings settings = settings_of(run);
      const auto found = settings.find(name);
      return found == settings.end() ? Cell() : Cell(found->second);
    });
  table.add({"last training loss", "nats/token"}, [](const ReportedRun& run) {
    return run.training.y.empty() ? Cell() : Cell::fixed(run.training.y.back(), 4);
  });
  std::set<index_t> lengths;
  for (const ReportedRun* run : runs)
    for (const auto& [length, ignored] : run->record.loss) lengths.insert(length);
  for (const index_t length : lengths)
    table.add({message("loss at ", length), "nats/token"}, [&](const ReportedRun& run) {
      const auto found = run.record.loss.find(length);
      return found == run.record.loss.end() ? Cell() : Cell::fixed(found->second, 4);
    });
  const std::vector<Column> choices = choice_columns();
  for (std::size_t c = 0; c < choices.size(); ++c)
    table.add(choices[c], [&](const ReportedRun& run) { return run.record.choices[c]; });
  table.add({"time", "min"}, [](const ReportedRun& run) {
    return run.seconds ? Cell::fixed(*run.seconds / 60, 1) : Cell();
  });
  return table.html(
      message(title, ": ", runs.size(), runs.size() == 1 ? " training" : " trainings"));
}

/// The means of so many neighbours that at most kMostPoints are left.
Series thinned(const Series& series) {
  const std::size_t size = series.x.size(), each = (size + kMostPoints - 1) / kMostPoints;
  if (each <= 1) return series;
  Series thin = {series.name, {}, {}, series.style};
  for (std::size_t begin = 0; begin < size; begin += each) {
    const std::size_t end = std::min(begin + each, size);
    double x = 0.0, y = 0.0;
    for (std::size_t i = begin; i < end; ++i) x += series.x[i], y += series.y[i];
    thin.x.push_back(x / static_cast<double>(end - begin));
    thin.y.push_back(y / static_cast<double>(end - begin));
  }
  return thin;
}

Series mean_series(const std::string& name, const Runs& runs) {
  std::map<double, std::pair<double, double>> sums;  // step -> sum and count
  for (const ReportedRun* run : runs)
    for (std::size_t i = 0; i < run->training.x.size(); ++i) {
      auto& [sum, count] = sums[run->training.x[i]];
      sum += run->training.y[i];
      ++count;
    }
  Series series{name, {}, {}};
  for (const auto& [step, sum] : sums) {
    series.x.push_back(step);
    series.y.push_back(sum.first / sum.second);
  }
  return series;
}

/// Loss by length and by step, a line a run.
std::vector<Figure> single_charts(const Runs& runs) {
  Figure lengths = {
      "", "Loss by evaluation length", {"length", "tokens", true}, {"loss", "nats/token"}, {}};
  Figure steps = {"", "Training loss by step", {"step"}, {"loss", "nats/token"}, {}};
  for (const ReportedRun* run : runs) {
    Series loss = {run->folder.filename().string(), {}, {}, SeriesStyle::kLinePoints};
    for (const auto& [length, value] : run->record.loss) {
      loss.x.push_back(static_cast<double>(length));
      loss.y.push_back(value);
    }
    lengths.series.push_back(loss);
    steps.series.push_back(thinned(run->training));
  }
  return {lengths, steps};
}

/// Training loss by step, a line a method: the mean over the seeds. A chart for each choice of the
/// other settings.
std::vector<Figure> mean_charts(const Runs& runs) {
  const std::vector<std::string> varied = varied_settings(runs);
  std::map<std::string, std::map<std::string, Runs>> charts;  // title -> method -> runs
  for (const ReportedRun* run : runs) {
    const Settings settings = settings_of(*run);
    // What runs of a table are named by comes first: the corpus.
    const std::string name = run->folder.filename().string();
    std::string title = name.substr(0, name.find('-'));
    for (const std::string& each : varied)
      if (each != "method" && each != "seed" && each != "sha256" && each != "tokens")
        if (const auto found = settings.find(each); found != settings.end())
          title += ", " + each + " " + found->second;
    charts[title][run->record.method].push_back(run);
  }
  std::vector<Figure> figures;
  for (const auto& [title, methods] : charts) {
    Figure figure = {
        "", "Training loss, mean over seeds: " + title, {"step"}, {"loss", "nats/token"}, {}};
    for (const auto& [method, members] : methods)
      figure.series.push_back(thinned(mean_series(method, members)));
    figures.push_back(std::move(figure));
  }
  return figures;
}

std::string common_html(const Runs& runs, const std::string& title) {
  const std::vector<std::string> varied = varied_settings(runs);
  Table table({{"name"}, {"value"}});
  for (const auto& [name, text] : settings_of(*runs.front()))
    if (std::find(varied.begin(), varied.end(), name) == varied.end()) table.add({name, text});
  return details_html("Settings they share",
                      html_table(table, "Settings that the trainings share: " + title));
}

std::string commands_html(const Runs& runs, const std::vector<Option>& train_options) {
  std::string commands;
  for (const ReportedRun* run : runs) {
    const Json flags =
        run->record.config.value("environment", Json::object()).value("flags", Json());
    if (flags.is_object()) commands += command_line("pjrope train", flags, train_options) + "\n";
  }
  if (commands.empty()) return "<p>The commands of the experiments above repeat them.</p>\n";
  return details_html("Commands that repeat them", command_html(commands));
}

}  // namespace

ReportedRun read_reported_run(const fs::path& folder, std::string name) {
  ReportedRun run = {folder, fs::path(name).parent_path().string(), read_run(folder), {}, {}};
  run.record.name = std::move(name);
  run.training.name = folder.filename().string();
  if (!fs::exists(folder / "train.csv")) return run;
  const CsvTable table = read_csv(folder / "train.csv", LastLine::kDropIfIncomplete);
  if (table.rows.empty()) return run;
  const std::size_t step = table.place("step"), loss = table.place("loss");
  run.seconds = table.rows.back()[table.place("seconds")].number();
  for (const Row& row : table.rows) {
    if (!row[step].number() || !row[loss].number()) continue;
    run.training.x.push_back(*row[step].number());
    run.training.y.push_back(*row[loss].number());
  }
  return run;
}

std::string run_group_html(const std::vector<const ReportedRun*>& runs, const std::string& title,
                           int level, const std::vector<Option>& train_options) {
  const std::string anchor = anchor_of("trainings " + title);
  std::string table = table_html(runs, title);
  if (runs.size() > kMostRows)
    table = details_html(message("All ", runs.size(), " trainings"), table);
  return "<section aria-labelledby=\"" + anchor + "\">\n" + heading_html(level, anchor, title) +
         table + charts_html(runs.size() <= kMostLines ? single_charts(runs) : mean_charts(runs)) +
         common_html(runs, title) + commands_html(runs, train_options) + "</section>\n";
}

}  // namespace pj
