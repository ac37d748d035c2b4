#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "pj/core/clock.h"
#include "pj/core/error.h"

namespace pj {

/// How progress is shown.
enum class ProgressStyle {
  kColor,     // a terminal: one line redrawn in place, with a coloured bar
  kTerminal,  // the same without colour (NO_COLOR is set)
  kPlain,     // a file or pipe: a whole line every few seconds, no control characters
  kQuiet,     // nothing at all
};

/// What suits standard error: kQuiet if asked for, kPlain if it is no terminal or TERM is dumb.
ProgressStyle stderr_progress_style(bool quiet);

/// Tells how far long work has come, at what rate, and how long it will still take.
///
///   train: 120/350 steps (34 %), 12.5 steps/s, 0:18 left, loss 2.4615
///
/// The rate is that of the work done since the object was created, so that a resumed run, which
/// starts at `first`, does not count what it found done. Nothing is written before the first
/// update; finish (or the end of the object) completes the line.
class Progress {
 public:
  Progress(std::ostream& out, ProgressStyle style, std::string label, index_t total,
           std::string unit, index_t first = 0, Clock clock = steady_seconds);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of the total are done; cheap enough for every step. The note ends the line.
  void update(index_t done, std::string_view note = {});

  /// Shows the last state and ends the line; later updates are ignored.
  void finish();

 private:
  std::string line() const;
  void show();

  std::ostream& out_;
  ProgressStyle style_;
  std::string label_, unit_, note_;
  index_t total_, first_, done_;
  index_t shown_ = -1;
  std::size_t shown_width_ = 0;
  Stopwatch watch_;
  double next_ = 0.0;
  bool finished_ = false;
};

/// Seconds as "0:07", "12:30" or "3:05:00"; "?" if not finite or negative.
std::string duration_text(double seconds);

}  // namespace pj
