#include "pj/runner/sweep.h"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <nlohmann/json.hpp>

#include "pj/core/files.h"
#include "pj/core/interrupt.h"
#include "testing/plain_file.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("sweep");

namespace {

/// Counts its runs; the value depends on the task alone, and one of three tasks has none.
pj::Experiment example(std::atomic<int>* runs = nullptr) {
  return {.id = "example",
          .title = "does it run?",
          .source = "no paper",
          .group = "tests",
          .settings = {{"names", std::vector<std::string>{"a", "b", "c"}, "", "to run"},
                       pj::seeds_option({0, 1}),
                       {"scale", 1.0, "", "of values"}},
          .smoke = {{"names", "a"}, {"scale", "0.5"}},
          .grid =
              [](const pj::Arguments& settings) {
                return std::vector<pj::Axis>{{"name", settings.texts("names")},
                                             pj::seed_axis(settings)};
              },
          .columns = {{"name", "", pj::ColumnRole::kKey},
                      {"seed", "", pj::ColumnRole::kKey},
                      {"value"},
                      {"seconds", "s", pj::ColumnRole::kTiming}},
          .run =
              [runs](const pj::GridPoint& point, const pj::Arguments& settings, pj::RunContext&) {
                if (runs != nullptr) ++*runs;
                static std::atomic<int> clock{0};
                pj::Record record = {{"seconds", ++clock}};
                const auto seed = static_cast<double>(point.seed());
                if (point.text("name") != "b")
                  record.emplace("value", settings.number("scale") * (seed + 0.5));
                return std::vector<pj::Record>{record};
              },
          .summarise =
              [](const pj::Results& results, const pj::Arguments&) {
                pj::Table table({{"name"}, {"mean"}});
                for (const std::string& name : results.distinct("name"))
                  table.add({name, results.where("name", name).mean("value")});
                return pj::Summary{{{"Means.", table}},
                                   {{"It runs.", "always", "it did", pj::Verdict::kSupported}}};
              }};
}

pj::Arguments settings(const std::vector<std::pair<std::string, std::string>>& given = {}) {
  pj::Arguments arguments(example().settings);
  for (const auto& [name, text] : given) arguments.set(name, text);
  return arguments;
}

pj::Sweep sweep(const fs::path& folder, std::atomic<int>* runs = nullptr,
                const std::vector<std::pair<std::string, std::string>>& given = {}) {
  pj::Sweep sweep(example(runs), settings(given), folder);
  sweep.begin({{"version", "test"}});
  return sweep;
}

void run_all(const pj::Sweep& sweep, pj::Share share = {}) {
  sweep.run(share, pj::ProgressStyle::kQuiet);
}

const std::string kExpected = "name,seed,value\na,0,0.5\na,1,1.5\nb,0,\nb,1,\nc,0,0.5\nc,1,1.5\n";

}  // namespace

TEST_CASE("a sweep writes its rows in grid order, absent values empty, timings apart") {
  const pj::testing::TempFolder temp;
  const pj::Sweep whole = sweep(temp.path());
  run_all(whole);
  const std::string text = whole.report();
  CHECK(pj::read_file(temp.path() / "results.csv") == kExpected);
  CHECK(pj::read_file(temp.path() / "timings.csv").starts_with("name,seed,seconds\n"));
  CHECK(pj::read_file(temp.path() / "aggregate.csv")
            .starts_with("name,n,value_mean,value_std\n"
                         "a,2,1,0.7071067811865476\n"));
  CHECK(text.find("supported: It runs.") != std::string::npos);
  CHECK(pj::read_file(temp.path() / "summary.md").find("6 of 6 tasks") != std::string::npos);
}

TEST_CASE("killed at any moment and run again, the results are the same bytes") {
  for (const int finished : {0, 2, 5, 6}) {
    const pj::testing::TempFolder temp;
    std::atomic<int> runs{0};
    const pj::Sweep first = sweep(temp.path(), &runs);
    run_all(first);
    // What a kill after `finished` tasks leaves: later tasks without rows, or half-written ones
    // under a temporary name, and a table of another state.
    const std::vector<pj::SweepTask> tasks = first.tasks();
    for (std::size_t i = static_cast<std::size_t>(finished); i < tasks.size(); ++i) {
      fs::remove(tasks[i].folder / "rows.csv");
      pj::testing::write_plainly(tasks[i].folder / "rows.csv.tmp1", "name,seed,va");
    }
    pj::testing::write_plainly(temp.path() / "results.csv", "name,se");
    runs = 0;
    const pj::Sweep again = sweep(temp.path(), &runs);
    run_all(again);
    (void)again.report();
    CHECK(runs == 6 - finished);
    CHECK(pj::read_file(temp.path() / "results.csv") == kExpected);
  }
}

TEST_CASE("three shares in one folder or three, merged, give the table of one") {
  const pj::testing::TempFolder temp;
  std::atomic<int> runs{0};
  for (pj::index_t k = 1; k <= 3; ++k) {
    const std::string name = "part" + std::to_string(k);
    run_all(sweep(temp.path() / name, &runs), {k, 3});
    run_all(sweep(temp.path() / "shared", &runs), {k, 3});
  }
  CHECK(runs == 12);
  (void)sweep(temp.path() / "shared").report();
  CHECK(pj::read_file(temp.path() / "shared/results.csv") == kExpected);
  const pj::Sweep merged = sweep(temp.path() / "merged");
  for (const char* part : {"part1", "part2", "part3"}) CHECK(merged.merge(temp.path() / part) == 2);
  CHECK(merged.merge(temp.path() / "part1") == 0);
  (void)merged.report();
  CHECK(pj::read_file(temp.path() / "merged/results.csv") == kExpected);
}

TEST_CASE("a part of the tasks decides no claim") {
  const pj::testing::TempFolder temp;
  const pj::Sweep part = sweep(temp.path());
  run_all(part, {1, 2});
  CHECK(part.report().find("undecided: It runs.") != std::string::npos);
  CHECK(pj::read_file(temp.path() / "results.csv") == "name,seed,value\na,0,0.5\nb,0,\nc,0,0.5\n");
}

TEST_CASE("tasks that wait are not run, hold up neither the others nor the claims, and say why") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  experiment.waits_for = [](const pj::GridPoint& point, const pj::Arguments&) {
    return std::string(point.text("name") == "b" ? "no b; bring one" : "");
  };
  const pj::Sweep waiting(experiment, settings(), temp.path());
  run_all(waiting);
  CHECK(waiting.tasks()[2].waits_for == "no b; bring one");
  CHECK(waiting.tasks()[0].done);
  const std::string text = waiting.report();
  CHECK(text.find("2 of 6 tasks wait: no b; bring one.") != std::string::npos);
  CHECK(text.find("supported: It runs.") != std::string::npos);
  CHECK(waiting.results().rows().size() == 4);
}

TEST_CASE("a sweep that can run nothing says what it waits for") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  experiment.waits_for = [](const pj::GridPoint&, const pj::Arguments&) {
    return std::string("no corpus; bring one");
  };
  const pj::Sweep waiting(experiment, settings(), temp.path());
  run_all(waiting);
  CHECK(waiting.report().find("6 of 6 tasks wait: no corpus; bring one.") != std::string::npos);
}

TEST_CASE("tasks of experiments beside each other share a folder") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  std::atomic<int> agree{0};
  experiment.run = [&](const pj::GridPoint&, const pj::Arguments&, pj::RunContext& context) {
    agree += context.shared == fs::absolute(temp.path() / "shared") ? 1 : 0;
    return std::vector<pj::Record>{{{"value", 1.0}}};
  };
  run_all(pj::Sweep(experiment, settings(), temp.path() / "one"));
  run_all(pj::Sweep(experiment, settings(), temp.path() / "two"));
  CHECK(agree == 12);
}

TEST_CASE("changed settings are refused by name, another choice of seeds is not") {
  const pj::testing::TempFolder temp;
  run_all(sweep(temp.path()));
  CHECK_THROWS_WITH_AS(sweep(temp.path(), nullptr, {{"scale", "2"}}),
                       (temp.path().string() + ": settings must be those it began with, got scale "
                                               "(1.0 there, 2.0 now); use another --out")
                           .c_str(),
                       pj::UsageError);
  std::atomic<int> runs{0};
  const pj::Sweep more = sweep(temp.path(), &runs, {{"seeds", "0,1,2"}});
  run_all(more);
  CHECK(runs == 3);
  (void)more.report();
  CHECK(more.results().rows().size() == 9);
  const pj::testing::TempFolder other;
  CHECK_THROWS_AS(sweep(other.path(), nullptr, {{"scale", "2"}}).merge(temp.path()),
                  pj::UsageError);
}

TEST_CASE("a task that fails is named, and the others are kept") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  experiment.run = [](const pj::GridPoint& point, const pj::Arguments&, pj::RunContext&) {
    pj::require<pj::ValueError>(point.text("name") != "b", "no b");
    return std::vector<pj::Record>{{{"value", 1.0}}};
  };
  const pj::Sweep failing(experiment, settings({{"seeds", "0"}}), temp.path());
  CHECK_THROWS_WITH_AS(run_all(failing), "example: task b-seed0: no b", pj::Error);
  CHECK(failing.results().rows().size() == 2);
}

TEST_CASE("a request to stop ends the sweep between tasks, and says how to go on") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  experiment.parallel_tasks = false;
  experiment.run = [](const pj::GridPoint& point, const pj::Arguments&, pj::RunContext& context) {
    if (point.id() == "b-seed0") std::raise(SIGINT);
    context.stop_if_asked();
    return std::vector<pj::Record>{{{"value", 1.0}}};
  };
  const pj::Sweep stopped(experiment, settings(), temp.path());
  CHECK_THROWS_WITH_AS(run_all(stopped),
                       "example: stopped after 2 of 6 tasks; the same command goes on",
                       pj::Stopped);
  CHECK(stopped.results().rows().size() == 2);
}

TEST_CASE("a flag beats the profile, and the profile beats the default") {
  pj::Arguments given(example().settings);
  given.set("scale", "3");
  const pj::Arguments smoke = pj::experiment_settings(example(), "smoke", given);
  CHECK(smoke.number("scale") == 3.0);
  CHECK(smoke.texts("names") == std::vector<std::string>{"a"});
  CHECK(pj::experiment_settings(example(), "paper", given).texts("names").size() == 3);
}

TEST_CASE("a share is k/n") {
  CHECK(pj::parse_share("2/3").k == 2);
  CHECK(pj::parse_share("2/3").n == 3);
  for (const char* bad : {"", "0/3", "4/3", "2", "2/", "2/x", "1/3/3", "-1/3"})
    CHECK_THROWS_AS(pj::parse_share(bad), pj::UsageError);
}

TEST_CASE("two rows of one key are a fault") {
  const pj::testing::TempFolder temp;
  pj::Experiment experiment = example();
  experiment.run = [](const pj::GridPoint&, const pj::Arguments&, pj::RunContext&) {
    return std::vector<pj::Record>{{{"value", 1.0}}, {{"value", 2.0}}};
  };
  const pj::Sweep twice(experiment, settings(), temp.path());
  run_all(twice);
  CHECK_THROWS_AS(twice.results(), pj::ValueError);
}

TEST_SUITE_END();
