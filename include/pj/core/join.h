#pragma once

#include <string>
#include <string_view>

namespace pj {

/// The texts one after another with the separator between them: join({"a", "b"}, ", ") is "a, b".
template <class Texts>
std::string join(const Texts& texts, std::string_view separator) {
  std::string joined;
  bool first = true;
  for (const auto& text : texts) {
    if (!first) joined += separator;
    joined += text;
    first = false;
  }
  return joined;
}

}  // namespace pj
