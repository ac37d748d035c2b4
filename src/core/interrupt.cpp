#include "pj/core/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <mutex>

namespace pj {
namespace {

constexpr int kStoppedStatus = 130;
volatile std::sig_atomic_t stop_flag = 0;
std::mutex guard_mutex;
int num_guards = 0;
struct sigaction old_interrupt, old_terminate;

extern "C" void pj_stop_handler(int) {
  if (stop_flag != 0) ::_exit(kStoppedStatus);
  stop_flag = 1;
}

}  // namespace

bool stop_requested() { return stop_flag != 0; }

InterruptGuard::InterruptGuard() {
  const std::lock_guard lock(guard_mutex);
  if (num_guards++ > 0) return;
  stop_flag = 0;
  struct sigaction action = {};
  action.sa_handler = pj_stop_handler;
  action.sa_flags = SA_RESTART;  // a read or write under way is finished, not failed
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt);
  ::sigaction(SIGTERM, &action, &old_terminate);
}

InterruptGuard::~InterruptGuard() {
  const std::lock_guard lock(guard_mutex);
  if (--num_guards > 0) return;
  ::sigaction(SIGINT, &old_interrupt, nullptr);
  ::sigaction(SIGTERM, &old_terminate, nullptr);
  stop_flag = 0;
}

}  // namespace pj
