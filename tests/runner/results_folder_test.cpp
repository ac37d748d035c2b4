#include "pj/runner/results_folder.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "pj/core/files.h"
#include "testing/temp_folder.h"

TEST_SUITE_BEGIN("results_folder");

namespace {

pj::Experiment example() {
  pj::Experiment experiment;
  experiment.id = "example";
  experiment.settings = {{"names", std::vector<std::string>{"a"}, "", "to run"},
                         {"scale", 1.0, "", "of values"},
                         {"note", "", "", "free text"}};
  experiment.columns = {{"name", "", pj::ColumnRole::kKey},
                        {"loss", "nats"},
                        {"seconds", "s", pj::ColumnRole::kTiming}};
  return experiment;
}

}  // namespace

TEST_CASE("settings are read as they were written, unknown ones left out, absent ones default") {
  const pj::Json written = {{"names", {"b", "c"}}, {"note", ""}, {"gone", 3}};
  const pj::Arguments settings = pj::recorded_settings(example(), written);
  CHECK(settings.texts("names") == std::vector<std::string>{"b", "c"});
  CHECK(settings.number("scale") == 1.0);
  CHECK(settings.text("note").empty());
  const pj::Arguments round = pj::recorded_settings(example(), pj::json_settings(settings));
  CHECK(pj::json_settings(round) == pj::json_settings(settings));
}

TEST_CASE("a value that is refused now is an error") {
  CHECK_THROWS_AS(pj::recorded_settings(example(), {{"scale", "wide"}}), pj::UsageError);
}

TEST_CASE("rows come without their timings") {
  const pj::testing::TempFolder folder;
  pj::write_file_atomically(folder.path() / "results.csv", "name,loss\na,0.5\nb,\n");
  const pj::Results results = pj::recorded_results(example(), folder.path());
  REQUIRE(results.rows().size() == 2);
  CHECK(results.numbers("loss") == std::vector<double>{0.5});
  CHECK(results.numbers("seconds").empty());
}

TEST_CASE("other columns are refused by the name of the file") {
  const pj::testing::TempFolder folder;
  pj::write_file_atomically(folder.path() / "results.csv", "name,error\na,0.5\n");
  CHECK_THROWS_AS(pj::recorded_results(example(), folder.path()), pj::IoError);
}

TEST_SUITE_END();
