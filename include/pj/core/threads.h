#pragma once

#include <omp.h>

#include <exception>

#include "pj/core/error.h"
#include "pj/core/work_shares.h"

namespace pj {

/// How many threads parallel_for uses; starts as default_num_threads().
int num_threads();

/// Sets it; throws ValueError unless 1 <= count <= 1024.
void set_num_threads(int count);

/// The smaller of the processors this process may run on and the container's CPU quota
/// (cgroup v2 or v1), at least 1.
int default_num_threads();

/// Tells a library that asks OpenMP for its thread count (as OpenBLAS's OpenMP build does before
/// every call outside a parallel region) to use one, when called from this thread. Regions of
/// parallel_for name their own count, so nothing else changes.
inline void keep_libraries_serial() {
  if (omp_get_max_threads() != 1) omp_set_num_threads(1);
}

/// Makes the calling thread treat subnormal floats as zero, where the processor can: late in a
/// training they would slow a product many times over and carry nothing.
void flush_subnormals();

/// Tells the system that the calling thread prepares work for others: waking up, it does not
/// interrupt a thread that computes. Linux alone knows such a class; elsewhere nothing changes.
void become_background_thread();

/// The shares of the team this thread starts: teams do not nest, so one set a thread will do.
inline WorkShares& own_shares() {
  thread_local WorkShares shares;
  return shares;
}

/// Calls f(i) for i in [0, n), spread over the threads.
///
/// This is the one level of parallelism of the project. Every i writes its own output; what has to
/// be added up is stored per i and added afterwards in the order of i. So results do not depend on
/// the number of threads. Nested calls run serially. The first exception (by i) is rethrown.
template <class F>
void parallel_for(index_t n, F&& f) {
  const int team = static_cast<int>(n < num_threads() ? n : num_threads());
  if (team <= 1 || omp_in_parallel() != 0) {
    flush_subnormals();
    for (index_t i = 0; i < n; ++i) f(i);
    return;
  }
  WorkShares& shares = own_shares();
  shares.deal(n, team);
  std::exception_ptr error;
  index_t error_at = n;
#pragma omp parallel num_threads(team)
  {
    flush_subnormals();
    const int thread = omp_get_thread_num();
    for (index_t i = shares.take(thread); i >= 0; i = shares.take(thread)) {
      try {
        f(i);
      } catch (...) {
#pragma omp critical(pj_parallel_for_error)
        if (i < error_at) {
          error = std::current_exception();
          error_at = i;
        }
      }
    }
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace pj
