#include "pj/core/work_shares.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <thread>
#include <vector>

using pj::index_t;
using pj::WorkShares;

namespace {

std::vector<index_t> take_all(WorkShares& shares, int thread) {
  std::vector<index_t> taken;
  for (index_t i = shares.take(thread); i >= 0; i = shares.take(thread)) taken.push_back(i);
  return taken;
}

std::vector<index_t> upto(index_t n) {
  std::vector<index_t> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("work_shares");

TEST_CASE("a thread takes its own range, then what others have left") {
  WorkShares shares;
  shares.deal(7, 3);  // 0 1 | 2 3 | 4 5 6
  CHECK(shares.take(0) == 0);
  CHECK(shares.take(2) == 4);
  CHECK(take_all(shares, 1) == std::vector<index_t>{2, 3, 5, 6, 1});
  CHECK(shares.take(0) == -1);
  CHECK(shares.take(2) == -1);
}

TEST_CASE("each number is dealt once, to any team, and again after the next deal") {
  WorkShares shares;
  for (const int team : {1, 2, 5, 3})
    for (const index_t n : {0, 1, 2, 4, 31}) {
      CAPTURE(team);
      CAPTURE(n);
      shares.deal(n, team);
      CHECK(take_all(shares, team - 1).size() == static_cast<std::size_t>(n));
      shares.deal(n, team);
      std::vector<index_t> taken = take_all(shares, 0);
      std::sort(taken.begin(), taken.end());
      CHECK(taken == upto(n));
    }
}

TEST_CASE("threads that take at once share every number between them") {
  constexpr index_t kCount = 20000;
  constexpr int kTeam = 4;
  WorkShares shares;
  shares.deal(kCount, kTeam);
  std::vector<std::vector<index_t>> taken(kTeam);
  std::vector<std::thread> team;
  for (int t = 0; t < kTeam; ++t)
    team.emplace_back([&, t] { taken[static_cast<std::size_t>(t)] = take_all(shares, t); });
  for (std::thread& thread : team) thread.join();
  std::vector<index_t> all;
  for (const auto& part : taken) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  CHECK(all == upto(kCount));
}

TEST_SUITE_END();
