#include "pj/core/progress.h"

#include <doctest/doctest.h>

#include <limits>
#include <sstream>

using pj::Progress;
using pj::ProgressStyle;

TEST_SUITE_BEGIN("progress");

TEST_CASE(
    "elsewhere than on a terminal it writes whole lines, every few seconds, without controls") {
  std::ostringstream out;
  double now = 0.0;
  {
    Progress progress(out, ProgressStyle::kPlain, "train", 100, "steps", 0, [&] { return now; });
    for (int step = 0; step <= 10; ++step) {
      progress.update(step, "loss 2.5");
      now += 1.0;
    }
  }
  CHECK(out.str() ==
        "train: 0/100 steps (0 %), loss 2.5\n"
        "train: 5/100 steps (5 %), 1.0 steps/s, 1:35 left, loss 2.5\n"
        "train: 10/100 steps (10 %), 1.0 steps/s, 1:30 left, loss 2.5\n");
}

TEST_CASE("the last state is shown even if it came between two lines") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(out, ProgressStyle::kPlain, "pack", 4, "files", 0, [&] { return now; });
  progress.update(1);
  now = 2.0;
  progress.update(4);
  progress.finish();
  progress.update(4);
  CHECK(out.str() == "pack: 1/4 files (25 %)\npack: 4/4 files (100 %), 2.0 files/s, 0:02\n");
}

TEST_CASE("on a terminal one line is redrawn and its longer rests are wiped") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(out, ProgressStyle::kTerminal, "run", 2, "steps", 0, [&] { return now; });
  progress.update(1, "long note");
  now = 0.05;
  progress.update(1, "too soon");
  now = 1.0;
  progress.update(2);
  progress.finish();
  CHECK(out.str() ==
        "\r[##########..........] run: 1/2 steps (50 %), long note"
        "\r[####################] run: 2/2 steps (100 %), 2.0 steps/s, 0:01"
        "\r[####################] run: 2/2 steps (100 %), 2.0 steps/s, 0:01\n");
  std::ostringstream wiped;
  Progress shorter(wiped, ProgressStyle::kTerminal, "run", 2, "steps", 0, [&] { return now; });
  shorter.update(1, "long note");
  now = 2.0;
  shorter.update(1);
  CHECK(wiped.str().ends_with("steps/s, 0:01 left"));
}

TEST_CASE("only the coloured style has escape sequences, and quiet writes nothing") {
  double now = 0.0;
  for (const auto& [style, colored] :
       {std::pair{ProgressStyle::kColor, true}, std::pair{ProgressStyle::kTerminal, false},
        std::pair{ProgressStyle::kPlain, false}}) {
    std::ostringstream out;
    Progress(out, style, "run", 2, "steps", 0, [&] { return now; }).update(1);
    CHECK((out.str().find('\x1b') != std::string::npos) == colored);
  }
  std::ostringstream out;
  Progress(out, ProgressStyle::kQuiet, "run", 2, "steps", 0, [&] { return now; }).update(1);
  CHECK(out.str().empty());
  CHECK(pj::stderr_progress_style(true) == ProgressStyle::kQuiet);
}

TEST_CASE("a resumed run's rate counts its own steps") {
  std::ostringstream out;
  double now = 0.0;
  Progress progress(out, ProgressStyle::kPlain, "run", 100, "steps", 80, [&] { return now; });
  now = 10.0;
  progress.update(90);
  CHECK(out.str() == "run: 90/100 steps (90 %), 1.0 steps/s, 0:10 left\n");
}

TEST_CASE("durations read as minutes or hours") {
  CHECK(pj::duration_text(7.4) == "0:07");
  CHECK(pj::duration_text(750) == "12:30");
  CHECK(pj::duration_text(11100) == "3:05:00");
  CHECK(pj::duration_text(std::numeric_limits<double>::quiet_NaN()) == "?");
  CHECK(pj::duration_text(-1) == "?");
}

TEST_SUITE_END();
