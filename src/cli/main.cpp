#include <iostream>

#include "commands.h"
#include "pj/cli/dispatch.h"
#include "pj/core/interrupt.h"
#include "run_environment.h"

namespace {

enum Status { kDone = 0, kFailed = 1, kWrongUsage = 2, kStopped = 130 };

std::vector<pj::Command> commands() {
  std::vector<pj::Command> all = {
      pj::data_pack_command(), pj::data_info_command(),  pj::data_verify_command(),
      pj::data_cat_command(),  pj::data_synth_command(), pj::train_command(),
      pj::eval_command(),      pj::inspect_command(),    pj::methods_command(),
      pj::reproduce_command(),
  };
  for (pj::Command& probe : pj::probe_commands()) all.push_back(std::move(probe));
  all.push_back(pj::version_command(pj::process_facts));
  return all;
}

int report(const std::exception& error, Status status) {
  std::cerr << "pjrope: " << error.what() << '\n';
  return status;
}

}  // namespace

int main(int argc, char** argv) {
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
