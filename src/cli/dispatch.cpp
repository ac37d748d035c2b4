#include "pj/cli/dispatch.h"

#include <algorithm>

#include "pj/cli/parse.h"
#include "pj/core/join.h"
#include "pj/core/nearest.h"

namespace pj {
namespace {

std::string overview(const std::vector<Command>& commands) {
  std::size_t widest = 4;
  for (const Command& command : commands) widest = std::max(widest, command.name.size());
  std::string text =
      "pjrope: relative position encodings in small Transformers\n\n"
      "Usage:\n  pjrope COMMAND [OPTIONS] ...\n\nCommands:\n";
  const auto line = [&](const std::string& name, const std::string& summary) {
    text += "  " + name + std::string(widest + 2 - name.size(), ' ') + summary + "\n";
  };
  for (const Command& command : commands) line(command.name, command.summary);
  line("help", "this list, or the help of one command");
  return text + "\n'pjrope COMMAND --help' lists the flags of a command with defaults and units.\n";
}

std::string first_words(const std::vector<std::string>& words, std::size_t count) {
  return count == 2 ? words[0] + " " + words[1] : words[0];
}

[[noreturn]] void fail_unknown(const std::vector<Command>& commands,
                               const std::vector<std::string>& words) {
  std::vector<std::string> names = {"help"};
  std::vector<std::string> members;
  for (const Command& command : commands) {
    names.push_back(command.name);
    if (command.name.compare(0, words[0].size() + 1, words[0] + " ") == 0)
      members.push_back(command.name.substr(words[0].size() + 1));
  }
  if (words.size() < 2 && !members.empty())
    throw UsageError(message("'", words[0], "' needs one of ", join(members, ", ")));
  const std::string asked = first_words(words, members.empty() ? 1 : 2);
  throw UsageError(message("unknown command '", asked, "'", suggestion(asked, names),
                           "\n'pjrope help' lists the commands"));
}

/// The command the first two words name, or the first one, and how many words that took.
std::pair<const Command*, std::size_t> find_command(const std::vector<Command>& commands,
                                                    const std::vector<std::string>& words) {
  for (std::size_t count = std::min<std::size_t>(2, words.size()); count > 0; --count)
    for (const Command& command : commands)
      if (command.name == first_words(words, count)) return {&command, count};
  fail_unknown(commands, words);
}

}  // namespace

int dispatch(const std::vector<Command>& commands, const std::vector<std::string>& words,
             std::ostream& out, std::ostream& err) {
  if (words.empty()) {
    err << overview(commands);
    return 2;
  }
  if (words[0] == "help" || words[0] == "--help") {
    const std::vector<std::string> topic(words.begin() + 1, words.end());
    const bool general = topic.empty() || topic[0] == "--help" || topic[0] == "help";
    out << (general ? overview(commands) : command_help(*find_command(commands, topic).first));
    return 0;
  }
  if (words[0] == "--version") return dispatch(commands, {"version"}, out, err);
  const auto [command, count] = find_command(commands, words);
  std::optional<Arguments> arguments;
  try {
    const auto rest = words.begin() + static_cast<std::ptrdiff_t>(count);
    arguments = parse_command_line(*command, {rest, words.end()});
  } catch (const UsageError& error) {
    throw UsageError(message(command->name, ": ", error.what(), "\n'pjrope ", command->name,
                             " --help' lists the flags"));
  }
  if (arguments) return command->run(*arguments);
  out << command_help(*command);
  return 0;
}

}  // namespace pj
