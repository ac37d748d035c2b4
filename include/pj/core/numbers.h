#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// The shortest decimal text that reads back as the same number, in no locale: "0.1", "1e-08".
/// A non-finite number is the empty text: absent, never a zero.
std::string to_text(double value);
std::string to_text(float value);

/// With a fixed number of digits after the point: "2.4615"; empty if not finite.
std::string to_fixed(double value, int digits);

/// With so many significant digits, in the shorter of plain and exponent form: "1709", "5.9e+12";
/// empty if not finite.
std::string to_significant(double value, int digits);

/// The whole text as an integer or a finite number, in no locale; nothing if any character is left
/// over, the text is empty or the value does not fit.
std::optional<index_t> parse_integer(std::string_view text);
std::optional<double> parse_number(std::string_view text);

}  // namespace pj
