#include "pj/data/batches.h"

#include <doctest/doctest.h>

#include "pj/core/files.h"
#include "testing/shards.h"
#include "testing/temp_folder.h"

using pj::Batch;
using pj::BatchPlan;
using pj::index_t;

namespace {

constexpr BatchPlan kPlan = {.length = 20, .batch = 3, .seed = 7};

struct Numbers {
  pj::testing::TempFolder folder;
  std::vector<std::filesystem::path> paths =
      pj::testing::write_numbers(folder.path(), 10000, {.frame_tokens = 64, .shard_bytes = 3000});
  pj::Corpus corpus = pj::Corpus::open(paths, 512);
};

}  // namespace

TEST_SUITE_BEGIN("batches");

TEST_CASE("targets are the tokens after the inputs, row by row") {
  const Numbers numbers;
  const Batch batch = pj::training_batch(numbers.corpus, kPlan, 11);
  REQUIRE(batch.inputs.size() == 60);
  REQUIRE(batch.targets.size() == 60);
  const auto starts = pj::training_windows(pj::split_tokens(10000), 7, 11, 20, 3);
  for (std::size_t i = 0; i < 60; ++i) {
    CHECK(batch.inputs[i] == starts[i / 20] + static_cast<index_t>(i % 20));
    CHECK(batch.targets[i] == batch.inputs[i] + 1);
  }
}

TEST_CASE("prepared batches are those made directly, from any step and in any order") {
  const Numbers numbers;
  pj::BatchSource source(numbers.corpus, kPlan, 3);
  for (const index_t step : {0, 1, 2, 3, 4, 50, 51, 52, 7, 7, 6, 7, 8})
    CHECK(source.batch(step).inputs == pj::training_batch(numbers.corpus, kPlan, step).inputs);
  CHECK(source.seconds_waited() >= 0);
  CHECK(source.seconds_worked() > 0);
}

TEST_CASE("a source ends cleanly before, while and after it prepares") {
  const Numbers numbers;
  for (int used = 0; used < 4; ++used) {
    pj::BatchSource source(numbers.corpus, kPlan);
    for (index_t step = 0; step < used; ++step) (void)source.batch(step);
  }
}

TEST_CASE("what goes wrong while preparing is thrown where the batch is asked for") {
  const Numbers numbers;
  pj::BatchSource too_long(numbers.corpus, {.length = 9000, .batch = 1, .seed = 0});
  CHECK_THROWS_AS(too_long.batch(0), pj::ValueError);
  CHECK_THROWS_AS(too_long.batch(1), pj::ValueError);

  std::filesystem::remove(numbers.paths[0]);
  pj::BatchSource source(numbers.corpus, {.length = 8000, .batch = 1, .seed = 0});
  CHECK_THROWS_AS(source.batch(0), pj::IoError);
}

TEST_SUITE_END();
