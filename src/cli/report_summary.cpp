#include "report_summary.h"

#include <sstream>

#include "pj/report/html.h"

namespace pj {
namespace {

constexpr const char* kClaims = "## Claims";
constexpr const char* kTasksEnd = " tasks finished";

bool is_rule(const std::string& line) { return line.find_first_not_of("|-: ") == line.npos; }

}  // namespace

std::string ReportedSummary::tasks() const {
  const std::size_t end = intro.rfind(kTasksEnd);
  if (end == intro.npos) return "";
  const std::size_t dot = intro.rfind(". ", end);
  const std::size_t begin = dot == intro.npos ? 0 : dot + 2;
  return intro.substr(begin, end - begin);
}

ReportedSummary parse_summary(const std::string& markdown) {
  ReportedSummary summary;
  std::istringstream in(markdown);
  bool in_claims = false, header_read = false;
  for (std::string line; std::getline(in, line);) {
    if (summary.title.empty() && line.starts_with("# ")) {
      summary.title = line.substr(2);
    } else if (line == kClaims) {
      in_claims = true;
    } else if (in_claims && line.starts_with("|")) {
      const std::vector<std::string> cells = markdown_cells(line);
      if (header_read && cells.size() == 4 && !is_rule(line))
        summary.claims.push_back({cells[0], cells[1], cells[2], cells[3]});
      header_read = true;
    } else if (summary.intro.empty() && line.find(kTasksEnd) != line.npos) {
      summary.intro = line;
    } else if (!line.starts_with("![") && !line.starts_with("Settings: ") &&
               !line.starts_with("No figures: ")) {
      if (!line.empty()) in_claims = false;
      summary.body += line + "\n";
    }
  }
  return summary;
}

}  // namespace pj
