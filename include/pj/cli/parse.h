#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pj/cli/command.h"

namespace pj {

/// The values of a command's options from the words that follow its name; nothing if `--help` is
/// among them. A flag is `--name`, others `--name value` or `--name=value`, in any order with the
/// positionals; after `--` all words are positionals.
/// Throws UsageError for an unknown flag (with the nearest), a missing, repeated or bad value, a
/// missing required option, and a word too many.
std::optional<Arguments> parse_command_line(const Command& command,
                                            const std::vector<std::string>& words);

/// Usage line, summary, positionals, and every option with its unit, range and default.
std::string command_help(const Command& command);

}  // namespace pj
