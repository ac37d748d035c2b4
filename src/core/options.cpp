#include "pj/core/options.h"

#include <algorithm>
#include <cctype>
#include <type_traits>

#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/core/numbers.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

template <class T>
constexpr bool kIsList = false;
template <class T>
constexpr bool kIsList<std::vector<T>> = true;

std::string item_text(bool item) { return item ? "true" : "false"; }
std::string item_text(index_t item) { return std::to_string(item); }
std::string item_text(double item) { return to_text(item); }
std::string item_text(const std::string& item) { return item; }
std::string item_text(const fs::path& item) { return item.string(); }

template <class T>
std::string limit_text(double limit) {
  return std::is_same_v<T, index_t> ? to_fixed(limit, 0) : to_text(limit);
}

template <class T>
void check_range(const Option& option, T item) {
  const auto [min, max, choices, required] = option.limits;
  const double value = static_cast<double>(item);
  if (min <= value && value <= max) return;
  const bool above = min > -std::numeric_limits<double>::infinity();
  const bool below = max < std::numeric_limits<double>::infinity();
  const std::string rule =
      above && below ? message("between ", limit_text<T>(min), " and ", limit_text<T>(max))
      : above        ? "at least " + limit_text<T>(min)
                     : "at most " + limit_text<T>(max);
  throw UsageError(message(option.label(), " must be ", rule, ", got ", item_text(item)));
}

void check_choice(const Option& option, const std::string& item) {
  const std::vector<std::string>& choices = option.limits.choices;
  if (choices.empty() || std::find(choices.begin(), choices.end(), item) != choices.end()) return;
  throw UsageError(message(option.label(), " must be one of ", join(choices, ", "), ", got '", item,
                           "'", suggestion(item, choices)));
}

template <class T>
void check_item(const Option& option, const T& item) {
  if constexpr (std::is_same_v<T, index_t> || std::is_same_v<T, double>) {
    check_range(option, item);
  } else if constexpr (std::is_same_v<T, std::string>) {
    check_choice(option, item);
  }
}

template <class T>
T parse_item(const Option& option, std::string_view text) {
  const auto fail = [&](const char* what) {
    throw UsageError(message(option.label(), " must be ", what, ", got '", text, "'"));
  };
  T item{};
  if constexpr (std::is_same_v<T, bool>) {
    if (text != "true" && text != "false") fail("true or false");
    item = text == "true";
  } else if constexpr (std::is_same_v<T, index_t>) {
    const auto parsed = parse_integer(text);
    parsed ? void(item = *parsed) : fail("an integer");
  } else if constexpr (std::is_same_v<T, double>) {
    const auto parsed = parse_number(text);
    parsed ? void(item = *parsed) : fail("a number");
  } else {
    item = T(text);
  }
  check_item(option, item);
  return item;
}

template <class T>
T parse_list(const Option& option, std::string_view text) {
  T list;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    require<UsageError>(end > start, option.label(), " must have no empty list item, got '", text,
                        "'");
    list.push_back(parse_item<typename T::value_type>(option, text.substr(start, end - start)));
    start = end + 1;
  }
  return list;
}

/// A positional's words become its items as they are; a text or number takes exactly one.
OptionValue parse_words(const Option& option, const std::vector<std::string>& words) {
  return std::visit(
      [&]<class T>(const T&) -> OptionValue {
        if constexpr (kIsList<T>) {
          T list;
          for (const std::string& word : words)
            list.push_back(parse_item<typename T::value_type>(option, word));
          return list;
        } else {
          return parse_item<T>(option, words.front());
        }
      },
      option.fallback);
}

bool is_list(const Option& option) {
  return std::visit([]<class T>(const T&) { return kIsList<T>; }, option.fallback);
}

void check_declaration(const Option& option) {
  const bool named = option.name.size() >= 2 &&
                     std::all_of(option.name.begin(), option.name.end(), [](unsigned char c) {
                       return std::isalnum(c) || c == '-' || c == '_';
                     });
  require<ValueError>(named && option.name[0] != '-',
                      "Arguments: a name must be two or more letters, digits, - or _, got '",
                      option.name, "'");
  if (option.limits.required) return;
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (kIsList<T>) {
          for (const auto& item : value) check_item(option, item);
        } else {
          check_item(option, value);
        }
      },
      option.fallback);
}

}  // namespace

std::string Option::label() const {
  if (!positional) return "--" + name;
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

OptionValue parse_option(const Option& option, std::string_view text) {
  return std::visit(
      [&]<class T>(const T&) -> OptionValue {
        if constexpr (kIsList<T>) {
          return parse_list<T>(option, text);
        } else {
          return parse_item<T>(option, text);
        }
      },
      option.fallback);
}

std::string to_text(const OptionValue& value) {
  return std::visit(
      []<class T>(const T& held) -> std::string {
        if constexpr (kIsList<T>) {
          std::vector<std::string> items;
          for (const auto& item : held) items.push_back(item_text(item));
          return join(items, ",");
        } else {
          return item_text(held);
        }
      },
      value);
}

Arguments::Arguments(std::vector<Option> options, std::vector<Option> positionals)
    : declared_(std::move(positionals)) {
  for (Option& positional : declared_) positional.positional = true;
  for (Option& option : options) declared_.push_back(std::move(option));
  std::set<std::string_view> names;
  for (const Option& option : declared_) {
    check_declaration(option);
    require<ValueError>(names.insert(option.name).second, "Arguments: a name must be declared once",
                        ", got '", option.name, "' twice");
    values_.push_back(option.fallback);
  }
}

void Arguments::set(std::string_view name, std::string_view text) {
  const std::size_t at = place(name);
  assign(at, parse_option(declared_[at], text));
}

void Arguments::set_positionals(const std::vector<std::string>& words) {
  auto word = words.begin();
  for (std::size_t at = 0; at < declared_.size() && declared_[at].positional; ++at) {
    if (word == words.end()) return;
    const auto end = is_list(declared_[at]) ? words.end() : word + 1;
    assign(at, parse_words(declared_[at], {word, end}));
    word = end;
  }
  if (word != words.end()) throw UsageError(message("unexpected argument '", *word, "'"));
}

void Arguments::check_required() const {
  for (std::size_t at = 0; at < declared_.size(); ++at)
    require<UsageError>(!declared_[at].limits.required || given_.contains(at),
                        declared_[at].label(), " is required: ", declared_[at].help);
}

std::size_t Arguments::place(std::string_view name) const {
  const auto found = std::find_if(declared_.begin(), declared_.end(),
                                  [&](const Option& option) { return option.name == name; });
  require<ValueError>(found != declared_.end(), "Arguments: an option must be declared, got '",
                      name, "'");
  return static_cast<std::size_t>(found - declared_.begin());
}

void Arguments::assign(std::size_t at, OptionValue value) {
  require<UsageError>(given_.insert(at).second, declared_[at].label(), " is given twice");
  values_[at] = std::move(value);
}

const OptionValue& Arguments::value(std::string_view name) const { return values_[place(name)]; }
bool Arguments::given(std::string_view name) const { return given_.contains(place(name)); }

namespace {

template <class T>
const T& held(const Arguments& arguments, std::string_view name, const char* kind) {
  const T* value = std::get_if<T>(&arguments.value(name));
  require<ValueError>(value != nullptr, "Arguments: '", name, "' must be declared as ", kind);
  return *value;
}

}  // namespace

bool Arguments::flag(std::string_view name) const { return held<bool>(*this, name, "a flag"); }
index_t Arguments::integer(std::string_view name) const {
  return held<index_t>(*this, name, "an integer");
}
double Arguments::number(std::string_view name) const {
  return held<double>(*this, name, "a number");
}
const std::string& Arguments::text(std::string_view name) const {
  return held<std::string>(*this, name, "a text");
}
const std::vector<index_t>& Arguments::integers(std::string_view name) const {
  return held<std::vector<index_t>>(*this, name, "a list of integers");
}
const std::vector<double>& Arguments::numbers(std::string_view name) const {
  return held<std::vector<double>>(*this, name, "a list of numbers");
}
const std::vector<std::string>& Arguments::texts(std::string_view name) const {
  return held<std::vector<std::string>>(*this, name, "a list of texts");
}
const std::vector<fs::path>& Arguments::paths(std::string_view name) const {
  return held<std::vector<fs::path>>(*this, name, "a list of paths");
}

}  // namespace pj
