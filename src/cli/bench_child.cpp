#include "bench_child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "pj/core/clock.h"
#include "pj/core/error.h"
#include "pj/report/json.h"

namespace pj {
namespace {

void require_call(bool done, const char* call) {
  require<Error>(done, "bench: ", call, " failed: ", system_error_text(errno));
}

/// The child's report: its samples, or why there are none.
std::string report_of(const std::function<Samples()>& measure) {
  try {
    return Json{{"samples", measure()}}.dump();
  } catch (const std::exception& error) {
    return Json{{"error", error.what()}}.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count <= 0) return;
    done += static_cast<std::size_t>(count);
  }
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t count; (count = ::read(file, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  return text;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) require_call(errno == EINTR, "waitpid");
  return status;
}

}  // namespace

Samples measure_in_child(const std::function<Samples()>& measure) {
  std::array<int, 2> ends{};
  require_call(::pipe(ends.data()) == 0, "pipe");
  const pid_t child = ::fork();
  require_call(child >= 0, "fork");
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);  // Ctrl-C reaches parent and child: this one just ends
    ::signal(SIGTERM, SIG_DFL);
    ::close(ends[0]);
    write_all(ends[1], report_of(measure));
    ::_exit(0);  // leaves the parent's buffered output and exit handlers alone
  }
  ::close(ends[1]);
  const std::string text = read_all(ends[0]);
  ::close(ends[0]);
  const int status = wait_for(child);
  require<Error>(status == 0 && !text.empty(), "bench: the measuring process must end well, got ",
                 WIFSIGNALED(status) ? "signal " : "status ",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  const Json report = Json::parse(text);
  require<Error>(!report.contains("error"), "bench: ", report.value("error", ""));
  Samples samples;
  for (const auto& [name, values] : report.at("samples").items())
    for (const Json& value : values)
      samples[name].push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                              : value.get<double>());
  return samples;
}

double peak_resident_mb() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kib = 0; word == "VmHWM:" && status >> kib) return kib * 1024 / 1e6;
  return std::numeric_limits<double>::quiet_NaN();
}

double seconds_of_command(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"pjrope"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> pointers;
  for (std::string& word : all) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const Stopwatch watch;
  pid_t child = 0;
  errno = ::posix_spawn(&child, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  require_call(errno == 0, "posix_spawn");
  const int status = wait_for(child);
  const double seconds = watch.seconds();
  require<Error>(status == 0, "bench: '", all[1], "' must exit with 0, got ", WEXITSTATUS(status));
  return seconds;
}

}  // namespace pj
