#include "pj/report/figure.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "pj/core/files.h"

extern "C" char** environ;

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr const char* kProgram = "gnuplot";

/// Runs gnuplot on a script; what it says goes to `log`. Returns its exit status, -1 if it cannot
/// be started.
int run_gnuplot(const fs::path& script, const fs::path& log) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0666);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  std::string program = kProgram, argument = script.string();
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = ::posix_spawnp(&child, kProgram, &actions, nullptr, words, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

bool can_draw_figures() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && ::access((fs::path(folder) / kProgram).c_str(), X_OK) == 0) return true;
  return false;
}

fs::path write_figure(const Figure& figure, const fs::path& folder) {
  const fs::path svg = folder / (figure.name + ".svg");
  const fs::path script = folder / (figure.name + ".gnuplot"),
                 log = folder / (figure.name + ".log");
  const std::string text = figure_script(figure, svg);
  require<IoError>(can_draw_figures(), svg.string(),
                   ": gnuplot must be installed to draw it; 'make deps' installs it");
  write_file_atomically(script, text);
  const int status = run_gnuplot(script, log);
  std::error_code error;
  const std::string said = fs::exists(log, error) ? read_file(log) : "";
  fs::remove(script, error);
  fs::remove(log, error);
  require<IoError>(status == 0 && fs::exists(svg, error), svg.string(),
                   ": gnuplot must draw it, got status ", status, ": ", said);
  return svg;
}

}  // namespace pj
