#include <algorithm>

#include "bench_cases.h"
#include "bench_model.h"
#include "pj/core/threads.h"

namespace pj {
namespace {

constexpr index_t kLongLength = 8192;

void append(Samples& to, const Samples& from, const std::string& prefix = "") {
  for (const auto& [name, values] : from)
    to[prefix + name].insert(to[prefix + name].end(), values.begin(), values.end());
}

void warm_up(BenchModel& model) {
  for (int i = 0; i < 2; ++i) (void)model.train();
}

/// Peak memory and, after the first, seconds of `runs` trainings or evaluations.
Samples measure_alone(const BenchPlan& plan, const std::string& method, index_t seq_len, int runs,
                      double (BenchModel::*run)()) {
  return measure_in_child([&] {
    set_num_threads(plan.threads);
    Samples samples;
    BenchModel model(method, 1, seq_len);
    (void)(model.*run)();
    for (int i = 0; i < runs; ++i) samples["seconds"].push_back((model.*run)());
    samples["memory"].push_back(peak_resident_mb());
    return samples;
  });
}

/// Seconds at twice the length over seconds at once, and the same of peak memory.
void double_length(Samples& to, const std::string& name, const BenchPlan& plan, index_t seq_len,
                   double (BenchModel::*run)()) {
  append(to, measure_in_child([&] {
           set_num_threads(plan.threads);
           BenchModel once("full", 1, seq_len), twice("full", 1, 2 * seq_len);
           Samples samples;
           (void)(once.*run)();
           for (int round = 0; round < plan.rounds(3); ++round) {
             const double before = (once.*run)(), middle = (twice.*run)(), after = (once.*run)();
             samples[name].push_back(2 * middle / (before + after));
           }
           return samples;
         }));
  const auto memory = [&](index_t length) {
    return measure_alone(plan, "full", length, 1, run).at("memory").front();
  };
  to[name + ".memory"].push_back(memory(2 * seq_len) / memory(seq_len));
}

}  // namespace

Samples measure_steps(const BenchPlan& plan) {
  return measure_in_child([&] {
    set_num_threads(plan.threads);
    constexpr int kStepsARound = 4;
    const std::vector<std::string> methods = {"none", "rope", "affine", "full"};
    std::vector<BenchModel> models;
    for (const std::string& method : methods) warm_up(models.emplace_back(method, 8, 512));
    (void)sgemm_rate();
    Samples samples;
    for (int round = 0; round < plan.rounds(15); ++round) {
      std::vector<double> seconds(methods.size());
      double rate = 0;
      for (int i = 0; i < kStepsARound; ++i) {
        rate += sgemm_rate() / kStepsARound;
        for (std::size_t m = 0; m < methods.size(); ++m)
          seconds[m] += models[m].train() / kStepsARound;
      }
      samples["sgemm"].push_back(rate);
      for (std::size_t m = 0; m < methods.size(); ++m) {
        samples[methods[m]].push_back(1e3 * seconds[m]);
        samples[methods[m] + ".share"].push_back(100 * kStepGigaflop / seconds[m] / rate);
      }
      samples["full.over.none"].push_back(seconds.back() / seconds.front());
    }
    return samples;
  });
}

Samples measure_forward(const BenchPlan& plan, long seq_len) {
  const bool is_short = seq_len <= kLongLength;
  Samples all;
  for (const std::string method : {"none", "rope", "lc_affine", "full"}) {
    const int runs = plan.rounds(is_short ? 5 : 3);
    const Samples alone = measure_alone(plan, method, seq_len, runs, &BenchModel::evaluate);
    all[method] = alone.at("seconds");
    all[method + ".memory"] = alone.at("memory");
  }
  if (is_short)
    append(all, measure_in_child([&] {
             set_num_threads(plan.threads);
             BenchModel none("none", 1, seq_len), full("full", 1, seq_len);
             Samples samples;
             for (BenchModel* model : {&none, &full}) (void)model->evaluate();
             for (int round = 0; round < plan.rounds(9); ++round) {
               const double first = none.evaluate(), middle = full.evaluate();
               samples["full.over.none"].push_back(2 * middle / (first + none.evaluate()));
             }
             return samples;
           }));
  return all;
}

Samples measure_long_steps(const BenchPlan& plan) {
  Samples all;
  for (const std::string method : {"none", "full"}) {
    const Samples alone =
        measure_alone(plan, method, kLongLength, plan.rounds(4), &BenchModel::train);
    all[method] = alone.at("seconds");
    all[method + ".memory"] = alone.at("memory");
  }
  return all;
}

Samples measure_doubling(const BenchPlan& plan) {
  Samples all;
  double_length(all, "forward", plan, plan.quick ? 8192 : 16384, &BenchModel::evaluate);
  double_length(all, "step", plan, 4096, &BenchModel::train);
  return all;
}

Samples measure_threads(const BenchPlan& plan) {
  return measure_in_child([&] {
    Samples samples;
    BenchModel steps[] = {BenchModel("full", 8, 512), BenchModel("full", 8, 512)};
    BenchModel forwards[] = {BenchModel("full", 1, kLongLength),
                             BenchModel("full", 1, kLongLength)};
    // A short piece on one thread, the same on two, and so on: the machine's pace changes
    // meanwhile, and so does what a second thread can bring, which products of its own tell.
    const auto compare = [&](const char* name, int rounds, BenchModel* models, auto piece) {
      for (int round = 0; round < plan.rounds(rounds) + 1; ++round) {
        double seconds[2] = {}, sgemm[2] = {};
        for (const int threads : {1, 2}) {
          set_num_threads(threads);
          seconds[threads - 1] = piece(models[threads - 1]);
          sgemm[threads - 1] = sgemm_rate();
        }
        samples["same.bits"].push_back(models[0].numbers() == models[1].numbers() ? 1 : 0);
        if (round == 0) continue;  // pools and pages
        samples[name].push_back(seconds[0] / seconds[1]);
        samples["sgemm"].push_back(sgemm[1] / sgemm[0]);
      }
    };
    compare("step", 21, steps, [](BenchModel& model) { return model.train() + model.train(); });
    compare("forward", 7, forwards, [](BenchModel& model) { return model.evaluate(); });
    return samples;
  });
}

}  // namespace pj
