#pragma once

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
