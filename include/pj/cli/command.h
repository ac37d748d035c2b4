#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pj/core/build_info.h"
#include "pj/core/options.h"

namespace pj {

/// One subcommand. The tables are the only place where its options are written: parser, help and
/// saved configuration are made from them.
struct Command {
  std::string name;     // "train", or two words: "data pack"
  std::string summary;  // half a sentence for the overview, lower case, no full stop
  std::vector<Option> positionals;
  std::vector<Option> options;                 // --help is added to every command
  std::function<int(const Arguments&)> run{};  // returns the exit status
};

/// `pjrope version`: build_facts() and what layers above core add, such as precision and BLAS core.
Command version_command(std::function<Facts()> more);

}  // namespace pj
