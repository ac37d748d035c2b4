#pragma once

#include <string>
#include <vector>

namespace pj {

/// A row of the table of claims in a summary.md.
struct ReportedClaim {
  std::string sentence, rule, numbers, verdict;
};

/// The parts of a summary.md that stand at different places of a page.
struct ReportedSummary {
  std::string title;  // "language-core: which position holds on text ..."
  std::string intro;  // "section 5. 132 of 132 tasks finished, 660 rows."
  std::vector<ReportedClaim> claims;
  std::string body;  // Markdown of tables and notes: no figures, and not the line of settings

  /// "132 of 132", from the intro; empty if it does not say.
  std::string tasks() const;
};

/// Reads what `write_report` writes; another document is all body.
ReportedSummary parse_summary(const std::string& markdown);

}  // namespace pj
