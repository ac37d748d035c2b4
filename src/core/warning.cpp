#include "pj/core/warning.h"

#include <iostream>
#include <string>

namespace pj {

void warn(std::string_view text) {
  std::cerr << "warning: " + std::string(text) + "\n" << std::flush;
}

}  // namespace pj
