#pragma once

#include <vector>

#include "pj/core/error.h"
#include "pj/position/coordinates.h"

namespace pj {

/// The fixed part of an oscillating sector, in double: what parameters multiply at each lag.
struct LagBasis {
  index_t num_lags = 0;           ///< T; a table of fewer lags uses the first columns
  index_t num_orders = 0;         ///< R + 1
  std::vector<double> amplitude;  ///< (R + 1, T): x^r / r! or beta^r
  std::vector<double> phase;      ///< (T), tokens: omega multiplies it
  std::vector<double> decay;      ///< (T), train lengths: damping multiplies it
};

/// Fourier jets of orders 0..max_order: amplitude x^r / r!, phase d, decay x = d / L.
/// Throws ValueError unless max_order >= 0, train_len > 0 and num_lags >= 1.
LagBasis fj_basis(int max_order, double train_len, index_t num_lags);

/// Light cone of orders 0..max_order: amplitude beta^r, phase L asinh(d / L), no decay (empty).
LagBasis lc_basis(int max_order, double train_len, index_t num_lags);

}  // namespace pj
