#pragma once

#include <atomic>
#include <memory>

#include "pj/core/error.h"

namespace pj {

/// The numbers 0 to n - 1 dealt to a team: each thread takes from a range of its own first, then
/// what the ranges of others have left.
///
/// Work over the same rows so falls to the same thread op after op, and finds what that thread
/// wrote before in its own cache instead of the other core's; and no thread idles while another is
/// behind.
class WorkShares {
 public:
  /// Deals n numbers to `team` threads. Reuses its memory, so that a steady step allocates nothing.
  void deal(index_t n, int team) {
    if (team > capacity_) {
      ranges_ = std::make_unique<Range[]>(static_cast<std::size_t>(team));
      capacity_ = team;
    }
    team_ = team;
    for (int t = 0; t < team; ++t) {
      ranges_[at(t)].next.store(n * t / team, std::memory_order_relaxed);
      ranges_[at(t)].end = n * (t + 1) / team;
    }
  }

  /// The next number for a thread of the team, or -1 when none is left.
  index_t take(int thread) {
    for (int turn = 0; turn < team_; ++turn) {
      Range& range = ranges_[at((thread + turn) % team_)];
      if (range.next.load(std::memory_order_relaxed) >= range.end) continue;
      const index_t i = range.next.fetch_add(1, std::memory_order_relaxed);
      if (i < range.end) return i;
    }
    return -1;
  }

 private:
  struct alignas(64) Range {
    std::atomic<index_t> next{0};
    index_t end = 0;
  };

  static std::size_t at(int thread) { return static_cast<std::size_t>(thread); }

  std::unique_ptr<Range[]> ranges_;
  int capacity_ = 0, team_ = 0;
};

}  // namespace pj
