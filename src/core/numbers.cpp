#include "pj/core/numbers.h"

#include <charconv>
#include <cmath>

namespace pj {
namespace {

template <class T, class... Format>
std::string render(T value, Format... format) {
  if (!std::isfinite(value)) return "";
  char buffer[512];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, format...);
  return error == std::errc() ? std::string(buffer, end) : "";
}

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string to_text(double value) { return render(value); }
std::string to_text(float value) { return render(value); }
std::string to_fixed(double value, int digits) {
  return render(value, std::chars_format::fixed, digits);
}
std::string to_significant(double value, int digits) {
  return render(value, std::chars_format::general, digits);
}

std::optional<index_t> parse_integer(std::string_view text) { return parse_whole<index_t>(text); }

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace pj
