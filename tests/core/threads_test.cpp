#include "pj/core/threads.h"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace {

struct ThreadCount {
  int before = pj::num_threads();
  explicit ThreadCount(int count) { pj::set_num_threads(count); }
  ~ThreadCount() { pj::set_num_threads(before); }
};

}  // namespace

TEST_SUITE_BEGIN("threads");

TEST_CASE("parallel_for visits every index once, nested calls included") {
  const ThreadCount threads(3);
  std::vector<int> visits(100, 0);
  pj::parallel_for(10, [&](pj::index_t i) {
    pj::parallel_for(10, [&](pj::index_t j) { ++visits[static_cast<std::size_t>(10 * i + j)]; });
  });
  CHECK(visits == std::vector<int>(100, 1));
}

TEST_CASE("parallel_for rethrows the first exception by index") {
  const ThreadCount threads(2);
  CHECK_THROWS_WITH_AS(pj::parallel_for(64,
                                        [](pj::index_t i) {
                                          if (i % 10 == 3) throw pj::ValueError(std::to_string(i));
                                        }),
                       "3", pj::ValueError);
}

#if defined(__SSE2__) || defined(__aarch64__)
TEST_CASE("subnormals are zero on every thread that computes") {
  for (const int count : {1, 4}) {
    const ThreadCount threads(count);
    std::vector<float> results(64, 1.0f);
    pj::parallel_for(64, [&](pj::index_t i) {
      volatile float small = std::numeric_limits<float>::min();
      results[static_cast<std::size_t>(i)] = small / 4;
    });
    CHECK(results == std::vector<float>(64, 0.0f));
  }
}
#endif

TEST_CASE("the thread count is checked") {
  CHECK(pj::default_num_threads() >= 1);
  CHECK_THROWS_WITH_AS(pj::set_num_threads(0),
                       "set_num_threads: threads must be between 1 and 1024, got 0",
                       pj::ValueError);
}

TEST_SUITE_END();
