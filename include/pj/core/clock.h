#pragma once

#include <time.h>

#include <chrono>
#include <functional>

namespace pj {

/// Seconds since some fixed moment; given to what measures time so that a test can turn the hands.
using Clock = std::function<double()>;

/// The clock that never goes back.
inline double steady_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

/// Processor time this thread has had so far, in seconds.
inline double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Measures from its creation or its last restart.
class Stopwatch {
 public:
  explicit Stopwatch(Clock clock = steady_seconds) : clock_(std::move(clock)), start_(clock_()) {}

  double seconds() const { return clock_() - start_; }
  void restart() { start_ = clock_(); }

 private:
  Clock clock_;
  double start_;
};

}  // namespace pj
