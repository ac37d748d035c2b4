#pragma once

#include <vector>

#include "pj/model/transformer.h"

namespace pj {

/// What one head adds to its logits at each lag, in double:
///
///   bias[d] = fj[d] + affine[d] + lc[d]
///
/// The parts are gated sums over the orders of a sector; one that is disabled is zero.
struct LagKernel {
  index_t layer = 0, head = 0;
  std::vector<index_t> lags;                 ///< d, in tokens
  std::vector<double> bias, fj, affine, lc;  ///< a number a lag

  /// The same at some of its lags, given by their places.
  LagKernel at(const std::vector<index_t>& places) const;
};

/// The kernels of all heads at lags 0 to num_lags - 1, layer by layer; none for a method that
/// learns no bias. Throws ValueError if num_lags < 1.
std::vector<LagKernel> lag_kernels(const Transformer& model, index_t num_lags);

/// Lags 0, 1, 2, ... below num_lags that are about equally far apart on a logarithmic axis, so many
/// between a lag and its double: enough for a curve, few enough for a file.
inline constexpr index_t kLagsPerOctave = 64;
std::vector<index_t> log_spaced_lags(index_t num_lags, index_t per_octave = kLagsPerOctave);

}  // namespace pj
