#include "cli/report_page.h"

#include <doctest/doctest.h>

#include "pj/core/files.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using namespace pj;

TEST_SUITE_BEGIN("report_page");

namespace {

constexpr const char* kHostile = "<script>alert('x')</script>";

ReportedExperiment experiment(const std::string& id, const std::string& group,
                              const std::string& verdict = "supported") {
  ReportedExperiment made;
  made.name = made.id = id;
  made.group = group;
  made.summary.title = id + ": what of " + id + "?";
  made.summary.intro = "Table 1. 2 of 2 tasks finished, 4 rows.";
  made.summary.claims = {{"Claim of " + id + ".", "above 1", "it is 2", verdict}};
  made.summary.body = "\nRows of " + id + ".\n\n| a |\n| --- |\n| 1 |\n";
  made.config = {{"experiment", id},
                 {"settings", {{"corpus", {"text", "music"}}, {"seeds", {0, 1}}}},
                 {"program", {{"version", "1"}, {"threads", "2"}}}};
  made.seconds = 75;
  made.figures = {{"f", "Figure of " + id, {"x"}, {"y"}, {{"line", {1, 2}, {1, 2}}}}};
  return made;
}

ReportedRun run(const std::string& group, const std::string& name, const std::string& method,
                index_t seed) {
  ReportedRun made;
  made.folder = fs::path("/nowhere") / group / name;
  made.group = group;
  made.record.name = group + "/" + name;
  made.record.method = method;
  made.record.choices.assign(5, Cell());
  made.record.config = {
      {"identity",
       {{"corpus", {{"tokens", 100}}},
        {"train", {{"seed", seed}, {"lr", 0.003}, {"model", {{"method", method}}}}}}},
      {"environment", {{"program", {{"version", "1"}}}}}};
  made.training = {name, {10, 20}, {3, 2.5}};
  made.seconds = 90;
  return made;
}

bool stand_in_order(const std::string& page, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    at = page.find(part, at);
    CAPTURE(part);
    CHECK(at != std::string::npos);
    if (at == std::string::npos) return false;
  }
  return true;
}

bool holds(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("claims come first, then language, music, both, light cone, query, kernels, trainings") {
  ReportContent content;
  content.title = "all";
  content.experiments = {
      experiment("grape", "kernels"),         experiment("query", "query"),
      experiment("cache", "light-cone"),      experiment("text-and-music", "music"),
      experiment("music-stress", "music"),    experiment("else", ""),
      experiment("language-core", "language")};
  content.runs = {run("shared/trainings", "text-full-seed0", "full", 0)};
  content.kernels = {{"a model", {{"k", "Kernel", {"lag"}, {"bias"}, {{"FJ", {1, 2}, {1, 2}}}}}}};
  const std::string page = report_page(content);
  const std::vector<std::string> ids = {"overview",
                                        "claims",
                                        "group-language",
                                        "x-language-core",
                                        "group-music",
                                        "x-music-stress",
                                        "group-text-and-music",
                                        "x-text-and-music",
                                        "group-light-cone",
                                        "x-cache",
                                        "group-query",
                                        "x-query",
                                        "group-kernels",
                                        "x-grape",
                                        "group-",
                                        "x-else",
                                        "learned-kernels",
                                        "trainings"};
  std::vector<std::string> links, headings;
  for (const std::string& id : ids) {
    links.push_back("href=\"#" + id + "\"");
    headings.push_back(" id=\"" + id + "\"");
  }
  CHECK(stand_in_order(page, links));
  CHECK(stand_in_order(page, headings));
}

TEST_CASE("all claims stand in one table with verdict and experiment, and nowhere else") {
  ReportContent content;
  content.experiments = {experiment("cache", "light-cone", "not supported"),
                         experiment("language-core", "language")};
  const std::string page = report_page(content);
  CHECK(holds(page, "<p>Each is decided by a rule: 1 supported, 1 not supported.</p>"));
  CHECK(holds(page,
              "<tr><th scope=\"row\">Claim of language-core.</th><td>✓\u00a0supported</td>"
              "<td><a href=\"#x-language-core\">language-core</a></td><td>it is 2</td>"
              "<td>above 1</td></tr>\n<tr><th scope=\"row\">Claim of cache.</th>"
              "<td>✗\u00a0not supported</td>"));
  CHECK(page.find("Claim of cache.") == page.rfind("Claim of cache."));
}

TEST_CASE("the overview says what ran, on what and how long") {
  ReportContent content;
  content.experiments = {experiment("cache", "light-cone")};
  content.runs = {run("g", "a", "rope", 0)};
  const std::string page = report_page(content);
  CHECK(holds(page,
              "<tr><th scope=\"row\"><a href=\"#x-cache\">cache</a></th><td>what of cache?</td>"
              "<td>2 of 2</td><td>text,music</td><td>1:15</td><td>A</td></tr>"));
  CHECK(holds(page, "<tr><th scope=\"row\">threads</th><td>2</td></tr>"));
  CHECK(holds(page, "1 training</a> of 1:30"));
  CHECK(!holds(page, "program B"));
}

TEST_CASE("an experiment has its tables, figures and the command that repeats it, once") {
  ReportContent content;
  content.experiments = {experiment("cache", "light-cone")};
  const std::string page = report_page(content);
  CHECK(holds(page, "<caption><span>Rows of cache.</span></caption>"));
  CHECK(page.find("Rows of cache.") != std::string::npos);
  CHECK(holds(page, "<figcaption>Figure of cache</figcaption>"));
  CHECK(holds(page, "pjrope reproduce cache <span>--corpus </span>text,music"));
}

TEST_CASE("trainings of a folder are one table of what tells them apart") {
  ReportContent content;
  for (index_t seed = 0; seed < 10; ++seed)
    content.runs.push_back(run("shared/trainings", message("text-full-seed", seed), "full", seed));
  const std::string page = report_page(content);
  CHECK(holds(page, "shared/trainings: 10 trainings"));
  CHECK(holds(page, "<th scope=\"row\">text-full-seed9</th><td>full</td>"));
  CHECK(holds(page, "Training loss, mean over seeds: text"));
  CHECK(holds(page, "<summary>Settings they share</summary>"));
  CHECK(holds(page, "<th scope=\"row\">lr</th>"));
  CHECK(!holds(page, "<th scope=\"row\">seed</th>"));
  CHECK(!holds(page, "gate FJ"));
}

TEST_CASE("names from outside never become markup") {
  ReportContent content;
  content.title = kHostile;
  ReportedExperiment hostile = experiment(kHostile, "language", kHostile);
  hostile.summary.intro = hostile.summary.claims[0].numbers = kHostile;
  hostile.summary.body = std::string("# ") + kHostile + "\n\n| " + kHostile + " |\n| --- |\n| " +
                         kHostile + " |\n\n[a](#" + kHostile + ")\n";
  hostile.config["settings"][kHostile] = kHostile;
  hostile.figures[0].title = hostile.figures[0].series[0].name = kHostile;
  hostile.figures[0].x.name = hostile.figures[0].y.unit = kHostile;
  hostile.figures[0].x.ticks = {kHostile, kHostile, kHostile};
  content.experiments = {hostile};
  content.runs = {run(kHostile, kHostile, kHostile, 0)};
  content.kernels = {{kHostile, hostile.figures}};
  content.left_out = {kHostile};
  const std::string page = report_page(content);
  CHECK(!holds(page, "<script"));
  CHECK(!holds(page, "alert('"));
  CHECK(holds(page, "&lt;script&gt;"));
}

TEST_CASE("a folder of results without a program's other files is read, its figures drawn again") {
  const testing::TempFolder temp;
  const fs::path folder = temp.path() / "elsewhere";
  write_file_atomically(folder / "summary.md", "# elsewhere: why?\n\n1 of 1 tasks finished.\n");
  write_file_atomically(folder / "results.csv", "a\n1\n");
  write_file_atomically(folder / "timings.csv", "a,train_seconds,eval_seconds\n1,2.5,\n2,,1\n");
  write_file_atomically(folder / "drawn.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
  const ReportedExperiment read = read_reported_experiment(folder, "elsewhere");
  CHECK(read.id == "elsewhere");
  CHECK(read.group.empty());
  CHECK(read.seconds == 3.5);
  CHECK(read.figures.empty());
  REQUIRE(read.images.size() == 1);
  CHECK(holds(read.images[0], "data:image/svg+xml"));
  write_file_atomically(folder / "config.json", "[]");
  CHECK_THROWS_AS(read_reported_experiment(folder, "elsewhere"), IoError);
}

TEST_CASE("kernels that inspect wrote as tables are curves of all heads and of each") {
  const testing::TempFolder temp;
  write_file_atomically(temp.path() / "kernels_layer0.csv",
                        "head,lag,bias,fj,affine,lc\n0,0,1,0.5,0,0.5\n0,4,-1,0.5,-2,0.5\n"
                        "1,0,0,0,0,0\n1,4,-2,0,-2,0\n");
  const ReportedKernels kernels = kernels_of_tables(temp.path(), "model");
  REQUIRE(kernels.figures.size() == 3);
  CHECK(kernels.figures[0].series.size() == 2);
  CHECK(kernels.figures[0].series[1].y == std::vector<double>{0, -2});
  CHECK(kernels.figures[2].title == "Oscillating parts of layer 0, head 0");
  CHECK(kernels.figures[2].series.size() == 2);
  const testing::TempFolder empty;
  CHECK(kernels_of_tables(empty.path(), "none").figures.empty());
}

TEST_SUITE_END();
