#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "pj/cli/command.h"

namespace pj {

/// Runs what the words after the program's name ask for and returns its exit status:
///
///   help [COMMAND], --help     the overview, or one command's help, to `out`
///   --version                  the same as version
///   COMMAND [--help] ...       the command, found by one word or two
///
/// No words at all is the overview, too, but on `err` and with status 2. Throws UsageError for an
/// unknown command, with the nearest, and whatever the command throws.
int dispatch(const std::vector<Command>& commands, const std::vector<std::string>& words,
             std::ostream& out, std::ostream& err);

}  // namespace pj
