#include "pj/data/batches.h"

#include <algorithm>
#include <utility>

#include "pj/core/clock.h"
#include "pj/core/threads.h"

namespace pj {

Batch read_windows(const Corpus& corpus, const std::vector<index_t>& starts, index_t length) {
  require<ValueError>(length >= 1, "read_windows: length must be at least 1, got ", length);
  const auto T = static_cast<std::size_t>(length);
  Batch batch;
  batch.inputs.reserve(starts.size() * T);
  batch.targets.reserve(starts.size() * T);
  std::vector<std::int32_t> window(T + 1);
  for (const index_t start : starts) {
    corpus.read(start, length + 1, window.data());
    batch.inputs.insert(batch.inputs.end(), window.begin(), window.end() - 1);
    batch.targets.insert(batch.targets.end(), window.begin() + 1, window.end());
  }
  return batch;
}

Batch training_batch(const Corpus& corpus, const BatchPlan& plan, index_t step) {
  const Split split = split_tokens(corpus.num_tokens());
  return read_windows(corpus, training_windows(split, plan.seed, step, plan.length, plan.batch),
                      plan.length);
}

BatchSource::BatchSource(const Corpus& corpus, BatchPlan plan, index_t ahead)
    : corpus_(corpus), plan_(plan), ahead_(static_cast<std::size_t>(std::max<index_t>(ahead, 1))) {
  thread_ = std::thread([this] { prepare_all(); });
}

BatchSource::~BatchSource() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BatchSource::restart_at(index_t step) {
  ready_.clear();
  next_ = step;
  ++num_restarts_;
  changed_.notify_all();
}

Batch BatchSource::batch(index_t step) {
  const Stopwatch watch;
  std::unique_lock lock(mutex_);
  const std::optional<index_t> coming = ready_.empty() ? next_ : ready_.front().step;
  if (coming != step) restart_at(step);
  changed_.wait(lock, [this] { return !ready_.empty(); });
  Prepared prepared = std::move(ready_.front());
  ready_.pop_front();
  lock.unlock();
  changed_.notify_all();
  seconds_waited_ += watch.seconds();
  if (prepared.error) std::rethrow_exception(prepared.error);
  return std::move(prepared.batch);
}

double BatchSource::seconds_worked() const {
  const std::lock_guard lock(mutex_);
  return seconds_worked_;
}

void BatchSource::prepare_all() {
  become_background_thread();
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || (next_ && ready_.size() < ahead_); });
    if (stopping_) return;
    const std::uint64_t restarts = num_restarts_;
    Prepared prepared;
    prepared.step = *next_;
    lock.unlock();
    try {
      prepared.batch = training_batch(corpus_, plan_, prepared.step);
    } catch (...) {
      prepared.error = std::current_exception();
    }
    lock.lock();
    seconds_worked_ = thread_seconds();
    if (restarts != num_restarts_) continue;
    ready_.push_back(std::move(prepared));
    ++*next_;
    changed_.notify_all();
  }
}

}  // namespace pj
