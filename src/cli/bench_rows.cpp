#include "bench_rows.h"

namespace pj {
namespace {

Goal at_least(double value) { return {Goal::kAtLeast, value}; }
Goal at_most(double value) { return {Goal::kAtMost, value}; }

/// A table measured whole, as the command line runs it.
struct ProbeCase {
  const char* name;
  std::vector<std::string> words;
  const char* what;
  double goal;  // s
};

const std::vector<ProbeCase> kProbes = {
    {"probe-stability", {"probe", "stability"}, "probe stability", 1.8},
    {"probe-retrieval", {"probe", "retrieval"}, "probe retrieval", 5.3},
    {"probe-cache", {"probe", "cache"}, "probe cache", 6.8},
    {"probe-adaptive",
     {"probe", "adaptive", "--seeds", "0", "--steps", "1500", "--restarts", "2"},
     "probe adaptive, 8 targets, 1500 steps, 2 restarts",
     4},
    {"probe-resolution", {"probe", "resolution"}, "probe resolution", 4},
    {"probe-attention-retrieval",
     {"probe", "attention-retrieval", "--eval-lens", "32768"},
     "probe attention-retrieval at 32768",
     30},
    {"probe-query",
     {"probe", "query", "--protocols", "attention_affine", "--variants", "full", "--seeds", "0"},
     "one query training, 350 steps, batch 96",
     12},
};

std::vector<BenchCase> make_cases() {
  std::vector<BenchCase> cases = {
      {"step", measure_steps},
      {"forward8192", [](const BenchPlan& plan) { return measure_forward(plan, 8192); }},
      {"forward32768", [](const BenchPlan& plan) { return measure_forward(plan, 32768); }},
      {"train8192", measure_long_steps},
      {"doubling", measure_doubling},
      {"threads", measure_threads},
      {"loader", measure_loader},
      {"cold", measure_cold_start},
  };
  for (const ProbeCase& probe : kProbes)
    cases.push_back(
        {probe.name, [words = probe.words](const BenchPlan& plan) {
           std::vector<std::string> all = words;
           all.insert(all.end(), {"--quiet", "--threads", std::to_string(plan.threads)});
           return measure_command(plan, all);
         }});
  return cases;
}

void add_step_rows(std::vector<BenchRow>& rows) {
  rows.push_back({"step", "sgemm", "products of 1024^3, one on every thread", "GF/s"});
  for (const std::string method : {"none", "rope", "affine", "full"}) {
    rows.push_back({"step", method, "training step, T 512, batch 8", "ms"});
    rows.push_back({"step", method + ".share", "its 7.0 GF, of sgemm", "%", at_least(45)});
  }
  rows.push_back({"step", "full.over.none", "full against none", "x", at_most(1.08)});
}

void add_forward_rows(std::vector<BenchRow>& rows) {
  for (const std::string length : {"8192", "32768"}) {
    const bool is_long = length == "32768";
    for (const std::string method : {"none", "rope", "lc_affine", "full"}) {
      rows.push_back({"forward" + length, method, "forward, T " + length + ", batch 1", "s",
                      is_long ? at_most(6) : Goal{}});
      rows.push_back({"forward" + length, method + ".memory", "its peak resident memory", "MB",
                      is_long ? at_most(200) : Goal{}});
    }
    if (!is_long)
      rows.push_back({"forward8192", "full.over.none", "full against none", "x", at_most(1.08)});
  }
}

std::vector<BenchRow> make_rows() {
  std::vector<BenchRow> rows;
  add_step_rows(rows);
  add_forward_rows(rows);
  for (const std::string method : {"none", "full"}) {
    rows.push_back({"train8192", method, "training step, T 8192, batch 1", "s"});
    rows.push_back(
        {"train8192", method + ".memory", "its peak resident memory", "MB", at_most(400)});
  }
  const std::vector<BenchRow> others = {
      {"doubling", "forward", "full, forward, T 32768 over 16384", "x", at_most(4.2)},
      {"doubling", "forward.memory", "its peak resident memory", "x", at_most(2.1)},
      {"doubling", "step", "full, training step, T 8192 over 4096", "x", at_most(4.2)},
      {"doubling", "step.memory", "its peak resident memory", "x", at_most(2.1)},
      {"threads", "sgemm", "products of 1024^3, 2 threads over 1", "x"},
      {"threads", "step", "full, training step, 1 thread over 2", "x", at_least(1.8)},
      {"threads", "forward", "full, forward, T 8192, 1 thread over 2", "x", at_least(1.8)},
      {"threads", "same.bits", "1 and 2 threads give the same bits", "0 or 1", at_least(1)},
      {"loader", "share", "of a training: waiting, and its thread's time", "%", at_most(2)},
      {"loader", "first", "first decoding of a corpus, one thread", "MB/s", at_least(500)},
      {"loader", "again", "second decoding of it", "MB/s", at_least(500)},
      {"cold", "seconds", "train of 1 step, 100 MB corpus", "s", at_most(0.3)},
  };
  rows.insert(rows.end(), others.begin(), others.end());
  for (const ProbeCase& probe : kProbes)
    rows.push_back({probe.name, "seconds", probe.what, "s", at_most(probe.goal)});
  return rows;
}

}  // namespace

std::span<const BenchCase> bench_cases() {
  static const std::vector<BenchCase> cases = make_cases();
  return cases;
}

std::span<const BenchRow> bench_rows() {
  static const std::vector<BenchRow> rows = make_rows();
  return rows;
}

}  // namespace pj
