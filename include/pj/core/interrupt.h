#pragma once

#include <csignal>

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
/// Its end restores what the signals did before and lowers the flag. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

}  // namespace pj
