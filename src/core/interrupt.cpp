#include "pj/core/interrupt.h"

#include <unistd.h>

namespace pj {
namespace {

constexpr int kStoppedStatus = 130;
volatile std::sig_atomic_t stop_flag = 0;

extern "C" void pj_stop_handler(int) {
  if (stop_flag != 0) ::_exit(kStoppedStatus);
  stop_flag = 1;
}

}  // namespace

bool stop_requested() { return stop_flag != 0; }

InterruptGuard::InterruptGuard() {
  stop_flag = 0;
  struct sigaction action = {};
  action.sa_handler = pj_stop_handler;
  action.sa_flags = SA_RESTART;  // a read or write under way is finished, not failed
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
  stop_flag = 0;
}

}  // namespace pj
