#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "commands.h"
#include "pj/cli/dispatch.h"
#include "pj/core/interrupt.h"
#include "pj/train/program_facts.h"

namespace {

enum Status { kDone = 0, kFailed = 1, kWrongUsage = 2, kStopped = 130 };

std::vector<pj::Command> commands() {
  std::vector<pj::Command> all = {
      pj::data_pack_command(), pj::data_info_command(),  pj::data_verify_command(),
      pj::data_cat_command(),  pj::data_synth_command(), pj::train_command(),
      pj::eval_command(),      pj::sample_command(),     pj::inspect_command(),
      pj::compare_command(),   pj::report_command(),     pj::methods_command(),
      pj::reproduce_command(), pj::bench_command(),
  };
  for (pj::Command& probe : pj::probe_commands()) all.push_back(std::move(probe));
  all.push_back(pj::version_command(pj::process_facts));
  return all;
}

/// Threads that wait for others spin for milliseconds by default, so on a machine with other work
/// two threads become slower than one. How long is only read from the environment before main, so
/// this program starts itself once more with a wait of some tenths of a millisecond, unless the
/// user has chosen one. Going on as we are is slower, not wrong.
void limit_spinning(char** argv) {
  for (const char* chosen : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME"})
    if (std::getenv(chosen) != nullptr) return;
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed || ::setenv("GOMP_SPINCOUNT", "10000", 1) != 0) return;
  if (::setenv("KMP_BLOCKTIME", "1", 1) == 0) ::execv(self.c_str(), argv);
}

int report(const std::exception& error, Status status) {
  std::cerr << "pjrope: " << error.what() << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  limit_spinning(argv);
  try {
    const int status = pj::dispatch(commands(), {argv + 1, argv + argc}, std::cout, std::cerr);
    std::cout.flush();
    if (!std::cout) throw pj::IoError("standard output: cannot write");
    return status;
  } catch (const pj::UsageError& error) {
    return report(error, kWrongUsage);
  } catch (const pj::Stopped& stopped) {
    return report(stopped, kStopped);
  } catch (const std::exception& error) {
    return report(error, kFailed);
  }
}
