#include "pj/core/interrupt.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

TEST_SUITE_BEGIN("interrupt");

TEST_CASE("the first signal raises the flag, and the guard's end lowers it") {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    const pj::InterruptGuard guard;
    CHECK_FALSE(pj::stop_requested());
    std::raise(signal_number);
    CHECK(pj::stop_requested());
  }
  CHECK_FALSE(pj::stop_requested());
}

TEST_CASE("the guard's end restores what the signal did before") {
  struct sigaction before = {};
  struct sigaction after = {};
  ::sigaction(SIGINT, nullptr, &before);
  { const pj::InterruptGuard guard; }
  ::sigaction(SIGINT, nullptr, &after);
  CHECK((before.sa_handler == after.sa_handler));
}

TEST_CASE("the second signal ends the process with 130") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const pj::InterruptGuard guard;
    std::raise(SIGINT);
    std::raise(SIGTERM);
    ::_exit(1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
}

TEST_SUITE_END();
