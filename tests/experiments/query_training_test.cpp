#include "experiments/query_training.h"

#include <doctest/doctest.h>

#include <cmath>

#include "experiments/experiments.h"
#include "pj/core/threads.h"
#include "testing/run_experiment.h"

TEST_SUITE_BEGIN("query_training");

namespace {

pj::QueryRun tiny_run() {
  pj::QueryRun run;
  run.variant = "full";
  run.steps = 3;
  run.batch = 8;
  run.eval_batches = 1;
  run.train_lens = {24, 40};
  run.eval_lens = {48};
  return run;
}

std::vector<std::string> texts(const std::vector<pj::Record>& records) {
  std::vector<std::string> all;
  for (const pj::Record& record : records)
    for (const auto& [name, cell] : record) all.push_back(name + "=" + cell.text().value_or(""));
  return all;
}

}  // namespace

TEST_CASE("frozen queries and keys are zero, and their gradients too") {
  pj::QueryRun run = tiny_run();
  run.freeze_qk = true;
  const pj::Transformer model = pj::make_query_model(run);
  const pj::QueryBatch batch =
      pj::draw_query_batch(pj::teacher_weights(run.teacher, 40), 8, false, pj::Stream(0, "test"));
  pj::backward(model.loss(batch.tokens, batch.tokens, 8, 40));
  int seen = 0;
  for (const pj::Parameter& p : model.parameters()) {
    if (p.name.find(".qkv.") == std::string::npos) continue;
    ++seen;
    const pj::Tensor& value = p.variable.value();
    double frozen = 0, gradient = 0, free = 0;
    for (pj::index_t i = 0; i < value.size(); ++i) {
      const bool of_v = i >= value.size() / 3 * 2;
      (of_v ? free : frozen) += std::abs(static_cast<double>(value.data()[i]));
      if (!of_v) gradient += std::abs(static_cast<double>(p.variable.grad().data()[i]));
    }
    CHECK(frozen == 0.0);
    CHECK(gradient == 0.0);
    CHECK(free > 0.0);
  }
  CHECK(seen == 4);
}

TEST_CASE("the last row alone is what the whole forward has there") {
  const pj::QueryRun run = tiny_run();
  const pj::Transformer model = pj::make_query_model(run);
  const pj::QueryBatch batch =
      pj::draw_query_batch(pj::teacher_weights(run.teacher, 40), 8, false, pj::Stream(0, "test"));
  const pj::Tensor whole = model.features(batch.tokens, 8, 40).value();
  const pj::Tensor last = model.features(batch.tokens, 8, 40, {.last_row = true}).value();
  const pj::index_t C = model.config().embed_dim;
  REQUIRE(last.shape() == pj::Shape{8, 1, C});
  for (pj::index_t b = 0; b < 8; ++b)
    for (pj::index_t c = 0; c < C; ++c)
      CHECK(std::abs(static_cast<double>(last.data()[b * C + c] -
                                         whole.data()[(b * 40 + 39) * C + c])) <= 1e-5);
}

TEST_CASE("a run starts at its teacher's sector, order and frequency when asked") {
  pj::QueryRun run = tiny_run();
  run.start_at_teacher = true;
  run.teacher.cycles = 5;
  const auto heads =
      pj::diagnose(*pj::make_query_model(run).blocks().front().attention().bias(), 8);
  CHECK(heads.front().gates[0] > 0.9);
  CHECK(std::abs(heads.back().omega * 96 / (2 * std::acos(-1.0)) - 5) <= 1e-5);
  CHECK(heads.front().fj.mass[1] / heads.front().gates[0] > heads.front().fj.mass[0]);
}

TEST_CASE("records are the same on one thread and on two") {
  const int before = pj::num_threads();
  pj::set_num_threads(1);
  const auto alone = texts(pj::train_query(tiny_run()));
  pj::set_num_threads(2);
  CHECK(texts(pj::train_query(tiny_run())) == alone);
  pj::set_num_threads(before);
}

TEST_CASE("a variant without a bias leaves gates absent, one with order zero has one mass") {
  pj::QueryRun run = tiny_run();
  run.variant = "none";
  CHECK_FALSE(pj::train_query(run).front().contains("gate_fj"));
  run.variant = "fj0";
  const pj::Record record = pj::train_query(run).front();
  CHECK(record.contains("fj_mass_0"));
  CHECK_FALSE(record.contains("fj_mass_1"));
}

TEST_CASE("a protocol leaves out the variants it does not have") {
  const pj::Results rows =
      pj::testing::run_small(pj::query_experiment(), {{"protocols", "signed_first_jet"},
                                                      {"variants", "affine,lc_affine"},
                                                      {"steps", "1"},
                                                      {"batch", "4"},
                                                      {"eval-batches", "1"}});
  CHECK(rows.distinct("variant") == std::vector<std::string>{"affine"});
}

TEST_CASE("every query experiment runs its smallest grid and decides its claims") {
  for (const pj::Experiment& experiment :
       {pj::query_sectors_experiment(), pj::query_support_experiment()}) {
    const pj::testing::Changes tiny = {{"steps", "1"},
                                       {"batch", "4"},
                                       {"variants", "none,affine"},
                                       {"eval-lens", "24"},
                                       {"train-lens", "24"}};
    const pj::Results rows = pj::testing::run_small(experiment, tiny);
    CHECK(rows.distinct("variant") == std::vector<std::string>{"none", "affine"});
    const pj::Summary summary =
        experiment.summarise(rows, pj::testing::small_settings(experiment, tiny));
    CHECK_FALSE(summary.claims.empty());
    CHECK_FALSE(experiment.figures(rows, pj::testing::small_settings(experiment, tiny)).empty());
  }
}

TEST_SUITE_END();
