#pragma once

#include <cstdint>
#include <span>

#include "pj/core/error.h"

namespace pj {

/// Throws ValueError naming `where`, `what` and the first label outside [0, bound).
inline void require_labels(const char* where, const char* what,
                           std::span<const std::int32_t> labels, index_t bound) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    require<ValueError>(labels[i] >= 0 && labels[i] < bound, where, ": ", what, " must lie in [0, ",
                        bound, "), got ", labels[i], " at ", i);
}

}  // namespace pj
