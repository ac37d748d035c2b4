#pragma once

#include <nlohmann/json.hpp>

#include "pj/core/build_info.h"
#include "pj/core/options.h"

namespace pj {

/// What this process runs on and how, beside build_facts(): processor, precision, BLAS core,
/// threads.
Facts process_facts();

/// A run's record of where it came from: the facts of binary and process, and every flag's value.
nlohmann::json run_environment(const Arguments& arguments);

}  // namespace pj
