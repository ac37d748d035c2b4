#include "pj/core/error.h"

#include <system_error>

namespace pj {

std::string system_error_text(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace pj
