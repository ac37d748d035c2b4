#pragma once

#include <nlohmann/json.hpp>

#include "pj/core/build_info.h"
#include "pj/core/options.h"

namespace pj {

/// What the binary and this process are beside build_facts(): precision, BLAS core, threads.
Facts process_facts();

/// A run's record of where it came from: the facts of binary and process, and every flag's value.
nlohmann::json run_environment(const Arguments& arguments);

}  // namespace pj
