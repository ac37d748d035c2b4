#pragma once

#include <vector>

#include "pj/tensor/tensor.h"

namespace pj {

/// The fixed slopes of ALiBi, one per head, in logits per token.
///
///   slope_h = 2^(-8 h / H), h = 1..H, if H is a power of two; else the slopes of the largest power
///   below H, then every other one of the slopes of twice that power
///
/// throws    ValueError if num_heads < 1
/// source    Press et al. 2022, Train short, test long (ALiBi)
std::vector<double> alibi_slopes(index_t num_heads);

/// The constant lag table -slope_h * d: (H, T), T = num_lags. Throws ValueError if num_lags < 1.
Tensor alibi_table(index_t num_heads, index_t num_lags);

}  // namespace pj
