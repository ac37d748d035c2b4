#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench_child.h"

namespace pj {

/// How thorough the cases are, and where they may write; the folder exists.
struct BenchPlan {
  bool quick = false;
  int threads = 1;
  std::filesystem::path folder;

  /// Repetitions of something: `full`, or two of them when quick.
  int rounds(int full) const { return quick ? 2 : full; }
};

/// The measurements, each in children of its own. What is compared is measured in turn in one
/// child, so that a change of the machine's mind meets both sides. Samples by name:
///
///   step       "sgemm" GF/s; per method M its milliseconds "M", and its share of the sgemm rate of
///              the same round "M.share" in %; "full.over.none"
///   forward    at `seq_len`: seconds "M", peak memory "M.memory" in MB; "full.over.none"
///   long step  training at T 8192: seconds "M", peak memory "M.memory" in MB
///   doubling   twice the length over once: "forward", "forward.memory", "step", "step.memory"
///   threads    time on one over time on two: "step", "forward", and "sgemm" of the same rounds;
///              "same.bits", 1 if all are equal
///   loader     "share" of a training that goes into waiting for batches and into the loader's own
///              processor time, in %; "first" and "again", decoding a corpus from its first frame
///              to its last, in MB/s of tokens
///   cold start "seconds" of a `train` of one step on 100 MB of tokens, its files not cached
Samples measure_steps(const BenchPlan& plan);
Samples measure_forward(const BenchPlan& plan, long seq_len);
Samples measure_long_steps(const BenchPlan& plan);
Samples measure_doubling(const BenchPlan& plan);
Samples measure_threads(const BenchPlan& plan);
Samples measure_loader(const BenchPlan& plan);
Samples measure_cold_start(const BenchPlan& plan);

/// "seconds" of another command of this program, which is given an --out that is removed after each
/// repetition; `before` runs before each. So a probe is a case of one line.
Samples measure_command(const BenchPlan& plan, const std::vector<std::string>& words,
                        const std::function<void()>& before = {});

}  // namespace pj
