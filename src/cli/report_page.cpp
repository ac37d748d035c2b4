#include "report_page.h"

#include <algorithm>
#include <map>

#include "pj/report/chart.h"
#include "pj/report/html.h"
#include "report_overview.h"
#include "report_parts.h"
#include "report_style.h"

namespace pj {
namespace {

constexpr const char* kTextAndMusic = "text-and-music";

struct PageGroup {
  const char* id;  // of a group of experiments, or of one that stands alone
  const char* title;
};
constexpr PageGroup kGroups[] = {{"language", "Language"},
                                 {"music", "Music"},
                                 {kTextAndMusic, "Text and music"},
                                 {"light-cone", "Light-cone coordinates"},
                                 {"query", "Query kernels"},
                                 {"kernels", "Kernels"},
                                 {"training", "Whole trainings against the reference"},
                                 {"", "Other experiments"}};

/// The headings of the page in the order they are asked for.
class Contents {
 public:
  std::string heading(int level, const std::string& id, const std::string& text) {
    add(level, id, text);
    return heading_html(level, id, text);
  }

  /// Of level 2, or of level 3 below the last one of level 2.
  void add(int level, const std::string& id, const std::string& text) {
    const std::string link = "<a href=\"#" + html_escape(id) + "\">" + html_escape(text) + "</a>";
    if (level == 2)
      items_.push_back({link, ""});
    else
      items_.back().second += "<li>" + link + "</li>\n";
  }

  std::string html() const {
    std::string list;
    for (const auto& [link, below] : items_)
      list += "<li>" + link + (below.empty() ? "" : "<ul>\n" + below + "</ul>") + "</li>\n";
    return "<nav aria-label=\"Contents\"><ul>\n" + list + "</ul></nav>\n";
  }

 private:
  std::vector<std::pair<std::string, std::string>> items_;
};

std::string group_of(const ReportedExperiment& experiment) {
  const std::string& group = experiment.id == kTextAndMusic ? experiment.id : experiment.group;
  const bool known = std::any_of(std::begin(kGroups), std::end(kGroups),
                                 [&](const PageGroup& each) { return group == each.id; });
  return known ? group : "";
}

}  // namespace

std::vector<const ReportedExperiment*> in_order(const ReportContent& content) {
  std::vector<const ReportedExperiment*> ordered;
  for (const PageGroup& group : kGroups)
    for (const ReportedExperiment& experiment : content.experiments)
      if (group_of(experiment) == group.id) ordered.push_back(&experiment);
  return ordered;
}

namespace {

std::string groups_html(const ReportContent& content, Contents& contents) {
  std::string html;
  for (const PageGroup& group : kGroups) {
    bool begun = false;
    for (const ReportedExperiment* experiment : in_order(content)) {
      if (group_of(*experiment) != group.id) continue;
      if (!begun) html += contents.heading(2, message("group-", group.id), group.title);
      begun = true;
      contents.add(3, anchor_of(experiment->name), experiment->name);
      html += experiment_html(*experiment, 3);
    }
  }
  return html;
}

std::string kernels_html(const std::vector<ReportedKernels>& kernels, Contents& contents) {
  if (kernels.empty()) return "";
  std::string html =
      contents.heading(2, "learned-kernels", "Learned lag kernels") +
      "<p>What a head adds to its logits at each lag, and the parts of the sectors it is the sum "
      "of: Fourier jets (FJ), affine, light cone (LC). Beyond a few dozen tokens the curves skip "
      "lags; "
      "what oscillates faster than they show looks slower than it is.</p>\n";
  for (const ReportedKernels& model : kernels)
    html += contents.heading(3, anchor_of("kernels of " + model.title), model.title) +
            charts_html(model.figures);
  return html;
}

std::string trainings_html(const ReportContent& content, Contents& contents) {
  if (content.runs.empty()) return "";
  std::map<std::string, std::vector<const ReportedRun*>> groups;
  for (const ReportedRun& run : content.runs) groups[run.group].push_back(&run);
  std::string html = contents.heading(2, "trainings", "Trainings");
  for (const auto& [group, runs] : groups) {
    const std::string title = group.empty() ? "of this folder" : group;
    contents.add(3, anchor_of("trainings " + title), title);
    html += run_group_html(runs, title, 3, content.train_options);
  }
  return html;
}

std::string left_out_html(const std::vector<std::string>& messages, Contents& contents) {
  if (messages.empty()) return "";
  std::string html = contents.heading(2, "left-out", "Left out") + "<ul>\n";
  for (const std::string& text : messages) html += "<li>" + html_escape(text) + "</li>\n";
  return html + "</ul>\n";
}

}  // namespace

std::string report_page(const ReportContent& content) {
  const std::string title = html_escape(content.title);
  Contents contents;
  std::string body = contents.heading(2, "overview", "What ran") + overview_html(content);
  if (const std::string claims = claims_html(content); !claims.empty())
    body += contents.heading(2, "claims", "Claims") + claims;
  body += groups_html(content, contents);
  body += kernels_html(content.kernels, contents);
  body += trainings_html(content, contents);
  body += left_out_html(content.left_out, contents);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         title + "</title>\n<style>" + chart_style() + kReportStyle +
         "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
         "<header>\n<h1>" +
         title + "</h1>\n" + contents.html() + "</header>\n<main id=\"main\">\n" + body +
         "</main>\n</body>\n</html>\n";
}

}  // namespace pj
