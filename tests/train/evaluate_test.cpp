#include "pj/train/evaluate.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/buffer.h"
#include "pj/data/batches.h"
#include "testing/small_run.h"
#include "testing/temp_folder.h"

using namespace pj;
using pj::testing::small_config;
using pj::testing::small_corpus;
using pj::testing::TempFolder;

namespace {

// A mean of a few hundred losses near 5.5; float keeps seven digits of each.
constexpr double kTolerance = sizeof(real) == 8 ? 1e-12 : 1e-5;

}  // namespace

TEST_SUITE_BEGIN("evaluate");

TEST_CASE("the loss is the model's own on the same windows, whole and by position") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  const Transformer model(small_config().model, 3);
  const EvalResult result = evaluate(model, corpus, {100, 3, 7, 16});
  const std::vector<index_t> starts =
      evaluation_windows(split_tokens(corpus.num_tokens()), 7, 100, 3);
  REQUIRE(result.window_losses.size() == 3);
  double mean = 0;
  for (std::size_t w = 0; w < 3; ++w) {
    const Batch window = read_windows(corpus, {starts[w]}, 100);
    const double loss =
        static_cast<double>(model.loss(window.inputs, window.targets, 1, 100).value().item());
    CHECK(std::abs(result.window_losses[w] - loss) <= kTolerance);
    mean += loss / 3;
  }
  CHECK(std::abs(result.loss - mean) <= kTolerance);
  CHECK(std::abs(result.bits_per_token() - mean / std::log(2.0)) <= 2 * kTolerance);
  double by_position = 0;
  for (const PositionLoss& bucket : result.by_position)
    by_position += bucket.loss * static_cast<double>(bucket.end - bucket.begin) / 100;
  CHECK(std::abs(by_position - mean) <= kTolerance);
  CHECK(result.by_position.back().end == 100);
}

TEST_CASE("windows are the same for every model and pair across methods") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  const Split split = split_tokens(corpus.num_tokens());
  const std::vector<index_t> few = evaluation_windows(split, 1, 40, 2);
  const std::vector<index_t> many = evaluation_windows(split, 1, 40, 5);
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
  for (const index_t start : many) CHECK(start >= split.train);
}

TEST_CASE("sampled rows estimate what all rows give") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus");
  const Transformer model(small_config().model, 3);
  const AttentionStats all = evaluate(model, corpus, {200, 2, 0, 200}).attention;
  const AttentionStats some = evaluate(model, corpus, {200, 2, 0, 50}).attention;
  CHECK(all.rows == 200);
  CHECK(some.rows == 50);
  CHECK(std::abs(some.entropy - all.entropy) <= 0.05 * all.entropy);
  CHECK(std::abs(some.average_distance - all.average_distance) <= 0.05 * all.average_distance);
}

TEST_CASE("an evaluation holds a few activations, never all logits") {
  const TempFolder folder;
  const Corpus corpus = small_corpus(folder.path() / "corpus", 90000);
  ModelConfig config = small_config().model;
  config.vocab_size = 4096;
  const Transformer model(config, 3);
  release_unused_buffers();
  reset_peak_buffer_use();
  const index_t T = 8000, before = buffer_counts().used_bytes;
  (void)evaluate(model, corpus, {T, 1, 0, 8});
  const index_t peak = buffer_counts().peak_used_bytes - before;
  CHECK(peak <= T * config.vocab_size * index_t{sizeof(real)} / 2);
}

TEST_SUITE_END();
