#include "pj/train/trainer.h"

#include <doctest/doctest.h>

#include <limits>

#include "pj/core/files.h"
#include "pj/core/threads.h"
#include "pj/report/csv.h"
#include "pj/train/checkpoint.h"
#include "testing/small_run.h"
#include "testing/temp_folder.h"

using namespace pj;
using pj::testing::small_config;
using pj::testing::small_corpus;
using pj::testing::TempFolder;
namespace fs = std::filesystem;

namespace {

RunOptions options_for(const fs::path& folder, bool resume = false) {
  RunOptions options;
  options.folder = folder;
  options.resume = resume;
  options.save_every = 5;
  return options;
}

/// A log without the columns that measure time.
std::string without_timing(const fs::path& path) {
  const CsvTable table = read_csv(path);
  std::string text;
  for (const Row& row : table.rows) {
    Row kept;
    for (std::size_t i = 0; i < row.size(); ++i)
      if (table.columns[i] != "seconds" && table.columns[i] != "tokens_per_second")
        kept.push_back(row[i]);
    text += csv_line(kept);
  }
  return text;
}

void check_same_run(const fs::path& a, const fs::path& b) {
  CHECK(read_file(a / "checkpoint.safetensors") == read_file(b / "checkpoint.safetensors"));
  for (const char* log : {"train.csv", "eval.csv"})
    CHECK(without_timing(a / log) == without_timing(b / log));
}

}  // namespace

TEST_SUITE_BEGIN("trainer");

TEST_CASE("a run learns, logs every row it promises and ends with a checkpoint") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  TrainConfig config = small_config();
  config.steps = 60;
  config.warmup = 0;
  config.lr = 1e-2;
  const RunResult result = run_training(config, corpus, options_for(folder.path() / "run"));
  CHECK(result.steps == 60);
  REQUIRE(result.evaluations.size() == 2);
  CHECK(result.evaluations[0].loss <= 2.6);  // it starts near ln 256 = 5.5; eight letters: 2.08
  CHECK(read_csv(folder.path() / "run/train.csv").rows.size() == 30);
  CHECK(read_csv(folder.path() / "run/eval.csv").rows.size() == 2);
  CHECK(load_checkpoint(folder.path() / "run/checkpoint.safetensors").step == 60);
  CHECK(fs::exists(folder.path() / "run/summary.md"));
  CHECK(fs::exists(folder.path() / "run/config.json"));
}

TEST_CASE("a run resumed from either checkpoint ends in the same bytes as one never stopped") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  TrainConfig config = small_config();
  config.eval_every = 4;
  const fs::path straight = folder.path() / "straight", broken = folder.path() / "broken";
  run_training(config, corpus, options_for(straight));
  run_training(config, corpus, options_for(broken));
  fs::remove(broken / "checkpoint.safetensors");  // as if killed while step 12 was saved
  append_to_file(broken / "train.csv", "13,0.");  // and in the middle of a row
  const RunResult resumed = run_training(config, corpus, options_for(broken, true));
  CHECK(resumed.first_step == 10);
  check_same_run(straight, broken);
  fs::remove_all(broken);  // a run that was killed before its first checkpoint begins again
  fs::create_directories(broken);
  fs::copy_file(straight / "config.json", broken / "config.json");
  CHECK(run_training(config, corpus, options_for(broken, true)).first_step == 0);
  check_same_run(straight, broken);
}

TEST_CASE("neither threads nor evaluation nor logging change the weights") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  const auto weights = [&](const TrainConfig& config, const char* name) {
    run_training(config, corpus, options_for(folder.path() / name));
    return load_checkpoint(folder.path() / name / "checkpoint.safetensors").parameters;
  };
  const TrainConfig config = small_config();
  TrainConfig busy = config;
  busy.eval_every = 1;
  busy.log_every = 1;
  const int before = num_threads();
  set_num_threads(1);
  const auto one = weights(config, "one");
  set_num_threads(2);
  const auto two = weights(config, "two"), evaluated = weights(busy, "busy");
  set_num_threads(before);
  check_same_run(folder.path() / "one", folder.path() / "two");
  for (const auto& [name, tensor] : one) {
    CAPTURE(name);
    const auto same = [&](const Tensor& other) {
      return std::equal(tensor.values().begin(), tensor.values().end(), other.values().begin());
    };
    CHECK(same(two.at(name)));
    CHECK(same(evaluated.at(name)));
  }
}

TEST_CASE("every method trains") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  for (const Method& method : methods()) {
    CAPTURE(method.name);
    TrainConfig config = small_config(method.name);
    config.model.embed_dim = 24;  // head dimension 12: blocks of 2 and of 3 divide it
    config.steps = 2;
    config.warmup = 0;
    const RunResult result = run_training(config, corpus, options_for(folder.path() / method.name));
    for (const EvalResult& evaluation : result.evaluations) CHECK(evaluation.loss <= 6.5);
  }
}

TEST_CASE("a loss that is not finite stops the run, names the tensor and keeps the checkpoint") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  TrainConfig config = small_config("affine");
  const fs::path run = folder.path() / "run";
  run_training(config, corpus, options_for(run));
  Checkpoint broken = load_newest_good(run / "checkpoint.safetensors.previous")->checkpoint;
  broken.parameters.at("blocks.1.mlp.0.weight").data()[3] = std::numeric_limits<real>::quiet_NaN();
  fs::remove(run / "checkpoint.safetensors.previous");
  save_checkpoint(run / "checkpoint.safetensors", broken);
  const std::string before = read_file(run / "checkpoint.safetensors");
  std::string text;
  try {
    run_training(config, corpus, options_for(run, true));
  } catch (const Error& error) {
    text = error.what();
  }
  CHECK(text.find("loss must be finite") != std::string::npos);
  CHECK(text.find("at step 11; first bad tensor: blocks.1.mlp.0.weight;") != std::string::npos);
  CHECK(read_file(run / "checkpoint.safetensors") == before);
}

TEST_CASE("a used folder, another configuration and a short corpus are refused") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  const fs::path run = folder.path() / "run";
  TrainConfig config = small_config("affine");
  config.steps = 2;
  config.warmup = 0;
  run_training(config, corpus, options_for(run));
  CHECK_THROWS_WITH_AS(
      run_training(config, corpus, options_for(run)),
      (run.string() + ": run folder must be new, got one that holds files; add --resume to go on "
                      "with it or choose another --out")
          .c_str(),
      ValueError);
  config.lr = 1;
  std::string text;
  try {
    run_training(config, corpus, options_for(run, true));
  } catch (const ValueError& error) {
    text = error.what();
  }
  CHECK(text.find("train.lr: checkpoint has 0.003, asked for 1") != std::string::npos);
  config.eval_lens = {24, 5000};
  CHECK_THROWS_AS(run_training(config, corpus, options_for(folder.path() / "long")), ValueError);
  CHECK_FALSE(fs::exists(folder.path() / "long"));  // checked before anything is made
}

TEST_SUITE_END();
