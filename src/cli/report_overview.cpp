#include "report_overview.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "pj/core/join.h"
#include "pj/core/progress.h"
#include "pj/report/html.h"
#include "pj/runner/results_folder.h"
#include "report_parts.h"

namespace pj {
namespace {

constexpr std::array kVerdicts = {"supported", "not supported", "undecided"};

std::string reference_to(const std::string& text, const std::string& anchor) {
  return "[" + text + "](#" + anchor + ")";
}

/// The different programs of the page by the letters that tables call them by.
class Programs {
 public:
  explicit Programs(const ReportContent& content) {
    for (const ReportedExperiment* experiment : in_order(content)) add(program_of(*experiment));
    for (const ReportedRun& run : content.runs)
      add(run.record.config.value("environment", Json::object()).value("program", Json()));
  }

  std::string letter(const ReportedExperiment& experiment) const {
    const auto found = std::find(programs_.begin(), programs_.end(), program_of(experiment));
    return found == programs_.end() ? ""
                                    : name(static_cast<std::size_t>(found - programs_.begin()));
  }

  /// A fact a row, a program a column.
  std::string html() const {
    if (programs_.empty()) return "";
    std::vector<Column> columns = {{"fact"}};
    std::vector<std::string> facts;
    for (std::size_t p = 0; p < programs_.size(); ++p) {
      columns.push_back({"program " + name(p)});
      for (const auto& [fact, ignored] : programs_[p].items())
        if (std::find(facts.begin(), facts.end(), fact) == facts.end()) facts.push_back(fact);
    }
    Table table(columns);
    for (const std::string& fact : facts) {
      Row row = {fact};
      for (const Json& program : programs_)
        row.push_back(program.contains(fact) ? Cell(setting_text(program[fact])) : Cell());
      table.add(std::move(row));
    }
    return html_table(table, "Programs and machines that made the results");
  }

 private:
  static Json program_of(const ReportedExperiment& experiment) {
    return experiment.config.is_object() ? experiment.config.value("program", Json()) : Json();
  }
  static std::string name(std::size_t place) {
    return place < 26 ? std::string(1, static_cast<char>('A' + place)) : std::to_string(place + 1);
  }
  /// A program that says less than one before it, and nothing else, is taken for the same.
  void add(const Json& program) {
    if (!program.is_object()) return;
    const bool known = std::any_of(programs_.begin(), programs_.end(), [&](const Json& other) {
      return std::all_of(program.items().begin(), program.items().end(), [&](const auto& fact) {
        return other.value(fact.key(), Json()) == fact.value();
      });
    });
    if (!known) programs_.push_back(program);
  }

  std::vector<Json> programs_;
};

}  // namespace

std::string overview_html(const ReportContent& content) {
  const Programs programs(content);
  Table table({{"experiment"},
               {"question"},
               {"tasks done"},
               {"corpora"},
               {"time", "h:min:s"},
               {"program"}});
  for (const ReportedExperiment* experiment : in_order(content)) {
    const std::string& title = experiment->summary.title;
    const std::size_t colon = title.find(": ");
    const Json settings = experiment->config.is_object()
                              ? experiment->config.value("settings", Json::object())
                              : Json::object();
    table.add({reference_to(experiment->name, anchor_of(experiment->name)),
               colon == title.npos ? Cell(title) : Cell(title.substr(colon + 2)),
               experiment->summary.tasks(), setting_text(settings.value("corpus", Json(""))),
               experiment->seconds ? Cell(duration_text(*experiment->seconds)) : Cell(),
               programs.letter(*experiment)});
  }
  double seconds = 0;
  for (const ReportedRun& run : content.runs) seconds += run.seconds.value_or(0.0);
  std::string html;
  if (!content.experiments.empty())
    html += html_table(table, "Experiments; the time is that of their tasks, where they take any");
  if (!content.runs.empty())
    html += message("<p><a href=\"#trainings\">", content.runs.size(),
                    content.runs.size() == 1 ? " training" : " trainings", "</a> of ",
                    duration_text(seconds), " (h:min:s) in all.</p>\n");
  return html + programs.html();
}

namespace {

/// "✓ supported": a mark beside the word, so that a verdict is found by eye.
std::string marked(const std::string& verdict) {
  constexpr const char* kNoBreak = "\u00a0";
  const char* mark = verdict == kVerdicts[0] ? "✓" : verdict == kVerdicts[1] ? "✗" : "–";
  return mark + (kNoBreak + verdict);
}

}  // namespace

std::string claims_html(const ReportContent& content) {
  Table table({{"claim"}, {"verdict"}, {"experiment"}, {"what the rule saw"}, {"rule"}});
  std::map<std::string, std::size_t> counts;
  for (const ReportedExperiment* experiment : in_order(content))
    for (const ReportedClaim& claim : experiment->summary.claims) {
      table.add({claim.sentence, marked(claim.verdict),
                 reference_to(experiment->name, anchor_of(experiment->name)), claim.numbers,
                 claim.rule});
      ++counts[claim.verdict];
    }
  std::vector<std::string> parts;
  for (const char* verdict : kVerdicts)
    if (counts[verdict] > 0) parts.push_back(message(counts[verdict], " ", verdict));
  if (parts.empty()) return "";
  return "<p>Each is decided by a rule: " + html_escape(join(parts, ", ")) + ".</p>\n" +
         html_table(table, "All claims and their verdicts");
}

}  // namespace pj
