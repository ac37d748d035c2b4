#include "cli/report_summary.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("report_summary");

TEST_CASE("a summary comes apart into title, intro, claims and the rest") {
  const pj::ReportedSummary summary = pj::parse_summary(
      "# stability: what grows\n\nTable 4. 3 of 8 tasks finished, 3 rows.\n\nA caption.\n\n"
      "| a |\n| --- |\n| 1 |\n\n## Claims\n\n| claim | rule | this run | verdict |\n"
      "| --- | --- | --- | --- |\n| It grows. | above 1\\|2 | 3 | supported |\n\nA note.\n\n"
      "![Fit](fit.svg)\n\nSettings: seeds 0.\n");
  CHECK(summary.title == "stability: what grows");
  CHECK(summary.intro == "Table 4. 3 of 8 tasks finished, 3 rows.");
  CHECK(summary.tasks() == "3 of 8");
  REQUIRE(summary.claims.size() == 1);
  CHECK(summary.claims[0].sentence == "It grows.");
  CHECK(summary.claims[0].rule == "above 1|2");
  CHECK(summary.claims[0].numbers == "3");
  CHECK(summary.claims[0].verdict == "supported");
  CHECK(summary.body.find("A caption.\n\n| a |\n| --- |\n| 1 |\n") != std::string::npos);
  CHECK(summary.body.find("A note.\n") != std::string::npos);
  for (const char* gone : {"Claims", "It grows", "fit.svg", "Settings", "# stability", "Table 4"}) {
    CAPTURE(gone);
    CHECK(summary.body.find(gone) == std::string::npos);
  }
}

TEST_CASE("a document of another kind is all body") {
  const pj::ReportedSummary summary = pj::parse_summary("some text\n");
  CHECK(summary.title.empty());
  CHECK(summary.tasks().empty());
  CHECK(summary.claims.empty());
  CHECK(summary.body == "some text\n");
}

TEST_SUITE_END();
