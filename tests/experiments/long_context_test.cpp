#include "experiments/long_context.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "experiments/long_context_rows.h"
#include "pj/core/files.h"
#include "pj/core/random.h"
#include "pj/runner/sweep.h"
#include "testing/plain_file.h"
#include "testing/run_experiment.h"

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("long_context");

namespace {

/// A folder of published files with a small text in the place of Tiny Shakespeare.
void write_small_corpus(const fs::path& published) {
  pj::Stream stream(5, "text");
  std::string text;
  for (int i = 0; i < 20000; ++i)
    text += i >= 5 && stream.uniform() < 0.6 ? text[text.size() - 5]
                                             : static_cast<char>('a' + stream.below(6));
  fs::create_directories(published / "tinyshakespeare");
  pj::testing::write_plainly(published / "tinyshakespeare/input.txt", text);
}

pj::Experiment small_experiment(const std::string& id) {
  return pj::long_context_experiment({.id = id,
                                      .title = "?",
                                      .source = "a test",
                                      .group = "tests",
                                      .corpora = {"tinyshakespeare", "wikitext2"},
                                      .methods = {"affine", "full"},
                                      .train_lens = {32},
                                      .eval_lens = {64, 128},
                                      .baseline = "affine",
                                      .seeds = {0, 1}});
}

pj::Sweep small_sweep(const fs::path& folder, const std::string& id = "table") {
  const pj::Experiment experiment = small_experiment(id);
  pj::Arguments settings(experiment.settings);
  settings.set("corpora", (folder / "published").string());
  settings.set("steps", "3");
  settings.set("step-tokens", "64");
  settings.set("eval-windows", "3");
  pj::Sweep sweep(experiment, settings, folder / "runs" / id);
  sweep.begin({{"version", "test"}});
  return sweep;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("lists of numbers come back from their text as they were") {
  const std::vector<double> numbers = {0.1, -2.0, 1e-9, 3.141592653589793};
  CHECK(pj::numbers_of(pj::numbers_text(numbers)) == numbers);
  CHECK(pj::numbers_of(pj::Cell()).empty());
  CHECK_THROWS_AS(pj::numbers_of("1 two"), pj::ValueError);
}

TEST_CASE("a task measures its model at every length, and rows hold what their lists say") {
  const pj::testing::TempFolder temp;
  write_small_corpus(temp.path() / "published");
  const pj::Sweep sweep = small_sweep(temp.path());
  sweep.run({}, pj::ProgressStyle::kQuiet);
  const pj::Results results = sweep.results();
  CHECK(results.distinct("corpus") == std::vector<std::string>{"tinyshakespeare"});
  CHECK(results.rows().size() == 2 * 2 * 3);
  for (const pj::Record& row : results.rows()) {
    const double loss = *pj::cell_of(row, "loss").number();
    CHECK(mean(pj::numbers_of(pj::cell_of(row, "window_losses"))) == doctest::Approx(loss));
    const pj::Results own = results.where("method", pj::cell_of(row, "method"))
                                .where("seed", pj::cell_of(row, "seed"))
                                .where("length", "32");
    CHECK(*pj::cell_of(row, "change").number() == doctest::Approx(loss - *own.mean("loss")));
  }
  const std::string text = sweep.report();
  CHECK(text.find("4 of 8 tasks wait: no ") != std::string::npos);
  CHECK(text.find("loss minus that of affine on the same windows") != std::string::npos);
}

TEST_CASE("tables beside each other share trainings, and a lost table comes back byte for byte") {
  const pj::testing::TempFolder temp;
  write_small_corpus(temp.path() / "published");
  const pj::Sweep first = small_sweep(temp.path(), "one"), second = small_sweep(temp.path(), "two");
  first.run({}, pj::ProgressStyle::kQuiet);
  (void)first.report();
  const fs::path trainings = temp.path() / "runs/shared/trainings";
  const auto count = std::distance(fs::directory_iterator(trainings), {});
  CHECK(count == 4);
  const fs::path checkpoint =
      trainings / "tinyshakespeare-32-full-R3-2x3-seed1" / "checkpoint.safetensors";
  REQUIRE(fs::exists(checkpoint));
  const fs::file_time_type written = fs::last_write_time(checkpoint);
  second.run({}, pj::ProgressStyle::kQuiet);
  (void)second.report();
  CHECK(std::distance(fs::directory_iterator(trainings), {}) == count);
  CHECK(fs::last_write_time(checkpoint) == written);
  CHECK(pj::read_file(temp.path() / "runs/one/results.csv") ==
        pj::read_file(temp.path() / "runs/two/results.csv"));
}

TEST_CASE("differences are paired by seed and window, and only where both methods have the seed") {
  const pj::Experiment experiment = small_experiment("table");
  pj::Results a(experiment.columns), b(experiment.columns);
  a.add({{"seed", 0}, {"length", 64}, {"window_losses", "1 2 3"}});
  a.add({{"seed", 1}, {"length", 64}, {"window_losses", "2 2 2"}});
  b.add({{"seed", 0}, {"length", 64}, {"window_losses", "2 1.5 3.5"}});
  const auto d = pj::paired_difference_at(a, b, "64");
  REQUIRE(d);
  CHECK(d->seeds == 1);
  CHECK(d->windows == 3);
  CHECK(d->won == 2);
  CHECK(d->mean == doctest::Approx((-1 + 0.5 - 0.5) / 3));
  CHECK_FALSE(pj::paired_difference_at(a, b, "128"));
}

TEST_CASE("methods of several orders are variants of their own") {
  pj::Results results(small_experiment("table").columns);
  results.add({{"method", "full"}, {"max_order", 0}});
  results.add({{"method", "full"}, {"max_order", 3}});
  const std::vector<pj::Variant> variants = pj::variants_of(results);
  REQUIRE(variants.size() == 2);
  CHECK(variants[0].name == "full, R = 0");
  CHECK(pj::variants_of(results.where("max_order", 3))[0].name == "full");
}

TEST_SUITE_END();
