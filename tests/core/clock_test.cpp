#include "pj/core/clock.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("clock");

TEST_CASE("a stopwatch measures from its start and from its restart") {
  double now = 5.0;
  pj::Stopwatch watch([&] { return now; });
  now = 7.5;
  CHECK(watch.seconds() == 2.5);
  watch.restart();
  CHECK(watch.seconds() == 0.0);
}

TEST_CASE("a thread's time counts its work") {
  const double before = pj::thread_seconds();
  volatile double sum = 0;
  while (pj::thread_seconds() - before < 1e-3) sum = sum + 1;
  CHECK(sum > 0);
}

TEST_CASE("the steady clock does not go back") {
  const double before = pj::steady_seconds();
  CHECK(pj::steady_seconds() >= before);
}

TEST_SUITE_END();
