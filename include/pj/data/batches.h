#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "pj/data/corpus.h"
#include "pj/data/windows.h"

namespace pj {

/// What decides the training batches.
struct BatchPlan {
  index_t length = 512;    ///< tokens of a window that are inputs
  index_t batch = 8;       ///< windows of a step
  std::uint64_t seed = 0;  ///< of the run
};

/// The windows of one step: row b of both is one window, targets are inputs moved on by one token.
///
/// shapes    inputs, targets (B, T), row by row
struct Batch {
  std::vector<std::int32_t> inputs, targets;
};

/// Splits windows of length + 1 tokens that begin at `starts` into inputs and targets.
Batch read_windows(const Corpus& corpus, const std::vector<index_t>& starts, index_t length);

/// The training batch of a step: a pure function of corpus, plan and step.
Batch training_batch(const Corpus& corpus, const BatchPlan& plan, index_t step);

/// The same batches, prepared ahead by a thread of its own while the caller computes.
///
/// Steps asked for in order cost no waiting; any other step starts the queue anew from there. What
/// goes wrong in the thread is thrown where its batch is asked for. The corpus must outlive it.
class BatchSource {
 public:
  /// ahead: how many batches are kept ready.
  BatchSource(const Corpus& corpus, BatchPlan plan, index_t ahead = 2);
  ~BatchSource();
  BatchSource(const BatchSource&) = delete;
  BatchSource& operator=(const BatchSource&) = delete;

  /// For one caller at a time.
  Batch batch(index_t step);

  /// Seconds `batch` has waited for the thread so far, and the thread's processor time: what the
  /// loader costs a run.
  double seconds_waited() const { return seconds_waited_; }
  double seconds_worked() const;

 private:
  struct Prepared {
    index_t step = 0;
    Batch batch;
    std::exception_ptr error;
  };

  void prepare_all();
  void restart_at(index_t step);

  const Corpus& corpus_;
  const BatchPlan plan_;
  const std::size_t ahead_;
  double seconds_waited_ = 0;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Prepared> ready_;   // in the order of steps
  std::optional<index_t> next_;  // the step to prepare next; none before the first request
  double seconds_worked_ = 0;
  std::uint64_t num_restarts_ = 0;  // a batch begun before the last restart is dropped
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace pj
