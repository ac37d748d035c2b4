#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pj/core/build_info.h"

namespace pj {

/// What this process runs on and how, beside build_facts(): processor, precision, BLAS core,
/// threads.
Facts process_facts();

/// Both as a run records them, by name.
nlohmann::json program_facts();

}  // namespace pj
