#include "pj/cli/parse.h"

// Without std::regex, which recurses once a character and overflows the stack on a long prompt.
#define CXXOPTS_NO_REGEX
#include <algorithm>
#include <cxxopts.hpp>
#include <limits>

#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/core/numbers.h"

namespace pj {
namespace {

bool is_flag(const Option& option) { return std::holds_alternative<bool>(option.fallback); }

const char* value_name(const Option& option) {
  constexpr const char* kNames[] = {"",        "N",       "X",        "TEXT",
                                    "N,N,...", "X,X,...", "TEXT,...", "PATH,..."};
  return kNames[option.fallback.index()];
}

std::string range_text(const OptionLimits& limits) {
  const bool above = limits.min > -std::numeric_limits<double>::infinity();
  const bool below = limits.max < std::numeric_limits<double>::infinity();
  if (above && below) return to_text(limits.min) + " to " + to_text(limits.max);
  if (above) return "at least " + to_text(limits.min);
  return below ? "at most " + to_text(limits.max) : "";
}

/// "length of the training [steps; at least 1; default: 350]"
std::string description(const Option& option) {
  std::vector<std::string> notes;
  if (!option.unit.empty()) notes.push_back(option.unit);
  if (const std::string range = range_text(option.limits); !range.empty()) notes.push_back(range);
  if (!option.limits.choices.empty())
    notes.push_back("one of " + join(option.limits.choices, ", "));
  const std::string fallback = to_text(option.fallback);
  if (option.limits.required) {
    notes.push_back("required");
  } else if (!fallback.empty() && !(is_flag(option) && fallback == "false")) {
    notes.push_back("default: " + fallback);
  }
  if (notes.empty()) return option.help;
  return message(option.help, " [", join(notes, "; "), "]");
}

/// The grammar of the command line. Every value is taken as text: cxxopts cuts the words, and
/// Arguments::set parses them strictly.
cxxopts::Options grammar(const Command& command) {
  cxxopts::Options options("pjrope " + command.name, command.summary);
  options.allow_unrecognised_options().set_width(100);
  std::string usage = "[OPTIONS]";
  for (const Option& positional : command.positionals) {
    Option named = positional;
    named.positional = true;
    usage += " " + named.label() + (positional.fallback.index() >= 4 ? "..." : "");
  }
  options.custom_help(usage);
  auto add = options.add_options();
  for (const Option& option : command.options) {
    if (is_flag(option)) {
      add(option.name, description(option), cxxopts::value<bool>());
    } else {
      add(option.name, description(option), cxxopts::value<std::string>(), value_name(option));
    }
  }
  add("help", "show this help", cxxopts::value<bool>());
  return options;
}

/// Refuses what cxxopts would let pass: unknown flags, and a flag in the place of a value.
void check_flags(const Command& command, const std::vector<std::string>& words) {
  std::vector<std::string> known = {"help"};
  for (const Option& option : command.options) known.push_back(option.name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) continue;
    const std::size_t equals = std::min(words[i].find('='), words[i].size());
    const std::string name = words[i].substr(2, equals - 2);
    const auto place = std::find(known.begin(), known.end(), name);
    require<UsageError>(place != known.end(), "unknown flag --", name, suggestion(name, known));
    const bool joined = equals < words[i].size();
    require<UsageError>(!joined || name != "help", "--help takes no value");
    const Option& option = command.options[static_cast<std::size_t>(place - known.begin()) - 1];
    if (joined && is_flag(option)) parse_option(option, words[i].substr(equals + 1));
    if (joined || is_flag(option)) continue;
    require<UsageError>(i + 1 < words.size(), "--", name, " needs a value");
    require<UsageError>(!words[i + 1].starts_with("--"), "--", name, " needs a value; write --",
                        name, "=VALUE for one with dashes");
    ++i;
  }
}

}  // namespace

std::optional<Arguments> parse_command_line(const Command& command,
                                            const std::vector<std::string>& words) {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const std::vector<std::string> head(words.begin(), dashes);
  if (std::find(head.begin(), head.end(), "--help") != head.end()) return std::nullopt;
  check_flags(command, head);

  std::vector<const char*> argv = {"pjrope"};
  for (const std::string& word : head) argv.push_back(word.c_str());
  const cxxopts::ParseResult result =
      grammar(command).parse(static_cast<int>(argv.size()), argv.data());

  Arguments arguments(command.options, command.positionals);
  for (const cxxopts::KeyValue& pair : result.arguments()) arguments.set(pair.key(), pair.value());
  std::vector<std::string> positionals = result.unmatched();
  for (const std::string& word : positionals)
    require<UsageError>(word.size() < 2 || word[0] != '-', "unknown flag ", word,
                        "; flags begin with two dashes, and names may follow --");
  if (dashes != words.end()) positionals.insert(positionals.end(), dashes + 1, words.end());
  arguments.set_positionals(positionals);
  arguments.check_required();
  return arguments;
}

std::string command_help(const Command& command) {
  std::string text = grammar(command).help();
  if (command.positionals.empty()) return text;
  text += "\nArguments:\n";
  for (Option positional : command.positionals) {
    positional.positional = true;
    text += "  " + positional.label() + "  " + description(positional) + "\n";
  }
  return text;
}

}  // namespace pj
