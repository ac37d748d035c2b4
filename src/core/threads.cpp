#include "pj/core/threads.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace pj {
namespace {

int affinity_count() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Whole processors a quota of `quota` microseconds in every `period` allows; 0 for no limit.
int processors_of(double quota, double period) {
  return quota > 0 && period > 0 ? std::max(1, static_cast<int>(std::ceil(quota / period))) : 0;
}

int container_quota() {
  std::string quota;
  double period = 0;
  if (std::ifstream v2("/sys/fs/cgroup/cpu.max"); v2 >> quota >> period)
    return quota == "max" ? 0 : processors_of(std::atof(quota.c_str()), period);
  double microseconds = 0;
  std::ifstream v1_quota("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream v1_period("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (v1_quota >> microseconds && v1_period >> period) return processors_of(microseconds, period);
  return 0;
}

std::atomic<int>& thread_count() {
  static std::atomic<int> count{default_num_threads()};
  return count;
}

}  // namespace

int num_threads() { return thread_count(); }

void set_num_threads(int count) {
  require<ValueError>(count >= 1 && count <= 1024,
                      "set_num_threads: threads must be between 1 and 1024, got ", count);
  thread_count() = count;
}

int default_num_threads() {
  const int quota = container_quota();
  return quota > 0 ? std::min(affinity_count(), quota) : affinity_count();
}

void flush_subnormals() {
#if defined(__SSE2__)
  constexpr unsigned kFlushToZero = 0x8000, kDenormalsAreZero = 0x0040;
  _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
#elif defined(__aarch64__)
  unsigned long long control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (1ULL << 24)));
#endif
}

void become_background_thread() {
#ifdef SCHED_BATCH
  const sched_param priority{};
  (void)::pthread_setschedparam(::pthread_self(), SCHED_BATCH, &priority);  // a wish, no more
#endif
}

}  // namespace pj
