#include "pj/core/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "pj/core/numbers.h"

namespace pj {
namespace {

constexpr double kTerminalInterval = 0.1, kPlainInterval = 5.0;  // seconds
constexpr index_t kBarWidth = 20;

std::string bar(double share, bool color) {
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(kBarWidth));
  const std::string full(filled, '#'), empty(kBarWidth - filled, '.');
  return color ? "[\x1b[32m" + full + "\x1b[0m" + empty + "] " : "[" + full + empty + "] ";
}

std::string two_digits(index_t value) { return (value < 10 ? "0" : "") + std::to_string(value); }

}  // namespace

ProgressStyle stderr_progress_style(bool quiet) {
  if (quiet) return ProgressStyle::kQuiet;
  const char* term = std::getenv("TERM");
  if (::isatty(STDERR_FILENO) == 0 || (term != nullptr && std::string_view(term) == "dumb"))
    return ProgressStyle::kPlain;
  const char* no_color = std::getenv("NO_COLOR");
  return no_color != nullptr && *no_color != '\0' ? ProgressStyle::kTerminal
                                                  : ProgressStyle::kColor;
}

std::string duration_text(double seconds) {
  if (!(seconds >= 0.0 && seconds < 1e15)) return "?";
  const auto whole = static_cast<index_t>(std::llround(seconds));
  const index_t hours = whole / 3600, minutes = whole / 60 % 60;
  const std::string tail = ":" + two_digits(whole % 60);
  return hours > 0 ? std::to_string(hours) + ":" + two_digits(minutes) + tail
                   : std::to_string(minutes) + tail;
}

Progress::Progress(std::ostream& out, ProgressStyle style, std::string label, index_t total,
                   std::string unit, index_t first, Clock clock)
    : out_(out),
      style_(style),
      label_(std::move(label)),
      unit_(std::move(unit)),
      total_(total),
      first_(first),
      done_(first),
      watch_(std::move(clock)) {}

Progress::~Progress() { finish(); }

void Progress::update(index_t done, std::string_view note) {
  if (finished_ || style_ == ProgressStyle::kQuiet) return;
  done_ = done;
  note_ = note;
  const double now = watch_.seconds();
  if (now < next_) return;
  next_ = now + (style_ == ProgressStyle::kPlain ? kPlainInterval : kTerminalInterval);
  show();
}

void Progress::finish() {
  if (finished_ || style_ == ProgressStyle::kQuiet || shown_ < 0) {
    finished_ = true;
    return;
  }
  if (shown_ != done_ || style_ != ProgressStyle::kPlain) show();
  if (style_ != ProgressStyle::kPlain) out_ << '\n' << std::flush;
  finished_ = true;
}

std::string Progress::line() const {
  const double seconds = watch_.seconds();
  const double rate = seconds > 0 ? static_cast<double>(done_ - first_) / seconds : 0.0;
  const double share =
      total_ > 0 ? std::clamp(static_cast<double>(done_) / static_cast<double>(total_), 0.0, 1.0)
                 : 1.0;
  std::string text = message(label_, ": ", done_, "/", total_, " ", unit_, " (",
                             to_fixed(std::floor(100.0 * share), 0), " %)");
  if (rate > 0) {
    text += message(", ", to_fixed(rate, rate < 100 ? 1 : 0), " ", unit_, "/s");
    text += done_ < total_
                ? message(", ", duration_text(static_cast<double>(total_ - done_) / rate), " left")
                : message(", ", duration_text(seconds));
  }
  if (!note_.empty()) text += ", " + note_;
  return style_ == ProgressStyle::kPlain ? text
                                         : bar(share, style_ == ProgressStyle::kColor) + text;
}

void Progress::show() {
  const std::string text = line();
  if (style_ == ProgressStyle::kPlain) {
    out_ << text << '\n' << std::flush;
  } else {
    // Spaces wipe what a longer line before this one left; the terminal need not know "erase".
    const std::size_t rest = shown_width_ > text.size() ? shown_width_ - text.size() : 0;
    out_ << '\r' << text << std::string(rest, ' ') << std::flush;
    shown_width_ = text.size();
  }
  shown_ = done_;
}

}  // namespace pj
