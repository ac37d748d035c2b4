#pragma once

#include "pj/core/error.h"

namespace pj {

/// Thrown by work that stopped early because the user asked, after it saved what it had; the
/// message says how to go on, and the process exits with 130.
struct Stopped : Error {
  using Error::Error;
};

/// Whether Ctrl-C or SIGTERM arrived since the InterruptGuard began.
bool stop_requested();

/// While it lives, the first SIGINT or SIGTERM only raises the flag that stop_requested() reads, so
/// that a run can finish its step and save; the second ends the process at once with status 130.
/// The end of the last one restores what the signals did before and lowers the flag, so that a task
/// may guard itself inside work that is guarded, on any thread.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace pj
