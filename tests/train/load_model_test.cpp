#include "pj/train/load_model.h"

#include <doctest/doctest.h>

#include "testing/golden.h"
#include "testing/small_run.h"
#include "testing/temp_folder.h"

using namespace pj;
using pj::testing::golden_path;
using pj::testing::small_config;
using pj::testing::small_corpus;
using pj::testing::TempFolder;

TEST_SUITE_BEGIN("load_model");

TEST_CASE("a checkpoint of a run holds all that is needed") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  TrainConfig config = small_config("rope_ntk_affine");
  config.steps = 3;
  RunOptions options;
  options.folder = folder.path() / "run";
  const RunResult result = run_training(config, corpus, options);
  const LoadedModel loaded = load_model(options.folder / "checkpoint.safetensors");
  CHECK(loaded.step == 3);
  CHECK(loaded.model.config().method.name == "rope_ntk_affine");
  CHECK(loaded.tokens.tokenizer == "bytes");
  CHECK(evaluate(loaded.model, corpus, {24, 2, 0, 8}).loss == result.evaluations[0].loss);
}

TEST_CASE("a file of another program loads with hints, and says what it leaves open") {
  const auto path = golden_path("lm_full.safetensors");
  const LoadedModel loaded = load_model(path, {"", 0, 16});
  CHECK(loaded.model.config().method.name == "full");
  CHECK(loaded.model.config().num_heads == 3);
  CHECK(loaded.model.config().max_order == 2);
  CHECK_FALSE(loaded.step);
  CHECK(loaded.tokens.tokenizer.empty());
  CHECK_THROWS_WITH_AS(
      load_model(path),
      (path.string() + ": a model without configuration needs its train length; give --train-len")
          .c_str(),
      ValueError);
  CHECK_THROWS_AS(load_model(golden_path("lm_none.safetensors"), {"rope", 0, 16}), ValueError);
}

TEST_CASE("what tokens mean is kept among the texts of a checkpoint, settings and all") {
  const CorpusInfo info = {
      TokenType::u8, 256, "midi-text", {{"grid-ms", "20"}, {"timing", "exact"}}};
  std::map<std::string, std::string> texts = token_texts(info);
  texts["method"] = "rope";
  const TokenMeaning meaning = token_meaning(texts);
  CHECK(meaning.tokenizer == "midi-text");
  CHECK(meaning.settings == info.settings);
}

TEST_SUITE_END();
