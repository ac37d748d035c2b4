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

TEST_CASE("the steady clock does not go back") {
  const double before = pj::steady_seconds();
  CHECK(pj::steady_seconds() >= before);
}

TEST_SUITE_END();
