#pragma once

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

namespace pj {

/// A count, size, index or offset: signed, so that differences are safe.
using index_t = std::int64_t;

/// Everything this project throws on purpose. The message reads `where: what must hold, got value`.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Tensor shapes that do not fit an operation.
struct ShapeError : Error {
  using Error::Error;
};

/// A value outside the range an operation accepts.
struct ValueError : Error {
  using Error::Error;
};

/// A file that cannot be read, written or trusted; the message holds its path.
struct IoError : Error {
  using Error::Error;
};

/// A command line that asks for something that does not exist; the process exits with 2.
struct UsageError : Error {
  using Error::Error;
};

/// Joins the parts with stream output in the classic locale: `message("got ", 3)` is "got 3".
template <class... Parts>
std::string message(const Parts&... parts) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  (out << ... << parts);
  return out.str();
}

/// Throws E with the joined parts unless `holds`; the parts are only formatted when it throws.
template <class E, class... Parts>
void require(bool holds, const Parts&... parts) {
  if (!holds) throw E(message(parts...));
}

/// The text of errno's value, without the thread-unsafe strerror: "No such file or directory".
std::string system_error_text(int error_number);

}  // namespace pj
