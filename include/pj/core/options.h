#pragma once

#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// The value of an option. Its type is the option's kind: flag, integer, number, text, or a list of
/// integers, numbers, texts or paths; a list is written with commas.
using OptionValue =
    std::variant<bool, index_t, double, std::string, std::vector<index_t>, std::vector<double>,
                 std::vector<std::string>, std::vector<std::filesystem::path>>;

/// What a value must satisfy; of a list, each item.
struct OptionLimits {
  double min = -std::numeric_limits<double>::infinity();  // inclusive
  double max = std::numeric_limits<double>::infinity();   // inclusive
  std::vector<std::string> choices = {};                  // of a text; empty: any text
  bool required = false;                                  // the default is no value at all
};

/// One setting, declared once: parser, help and saved configuration come from it.
///
///   {"steps", 350, "steps", "length of the training", {.min = 1}}
///   {"method", "rope", "", "named method", {.choices = {"rope", "affine"}}}
///   {"lens", std::vector<index_t>{512, 2048}, "tokens", "evaluation lengths", {.min = 2}}
struct Option {
  std::string name;          // two letters or more, without the dashes
  OptionValue fallback;      // the default; decides the kind
  std::string unit;          // "tokens"; empty when dimensionless
  std::string help;          // half a sentence, lower case, no full stop
  OptionLimits limits = {};  // checked for every value given, and for the default
  bool positional = false;   // set for words without a flag

  /// How messages call it: "--steps", or "OUT" for a positional.
  std::string label() const;
};

/// The whole text as a value of the option's kind within its limits. `10abc`, `1e3` for an integer,
/// `nan` and an empty list item throw UsageError: `--steps must be an integer, got '1e3'`.
OptionValue parse_option(const Option& option, std::string_view text);

/// The value as it would be typed: "350", "512,2048", "true".
std::string to_text(const OptionValue& value);

/// The declared options with the values they resolve to: the default until one is set.
/// Asking for an undeclared name or another type throws ValueError: a fault of the program.
class Arguments {
 public:
  explicit Arguments(std::vector<Option> options, std::vector<Option> positionals = {});

  /// Sets from text; throws UsageError if it does not parse, is out of range or was set before.
  void set(std::string_view name, std::string_view text);

  /// Gives the words to the positionals in order, the last taking the rest if it is a list (whose
  /// items are not split at commas). Throws UsageError for a word too many.
  void set_positionals(const std::vector<std::string>& words);

  /// Throws UsageError naming the first required option that was not set.
  void check_required() const;

  bool flag(std::string_view name) const;
  index_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  const std::vector<index_t>& integers(std::string_view name) const;
  const std::vector<double>& numbers(std::string_view name) const;
  const std::vector<std::string>& texts(std::string_view name) const;
  const std::vector<std::filesystem::path>& paths(std::string_view name) const;

  /// Whether it was set, even to its default.
  bool given(std::string_view name) const;

  const OptionValue& value(std::string_view name) const;
  const std::vector<Option>& declared() const { return declared_; }

 private:
  std::size_t place(std::string_view name) const;
  void assign(std::size_t at, OptionValue value);

  std::vector<Option> declared_;
  std::vector<OptionValue> values_;
  std::set<std::size_t> given_;
};

}  // namespace pj
