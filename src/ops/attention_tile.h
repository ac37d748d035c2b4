#pragma once

#include <algorithm>

#include "attention_shape.h"

namespace pj {

// A tile of scores (128 x 256 floats) and its operands stay inside a core's second-level cache.
inline constexpr index_t kQueryTile = 128;
inline constexpr index_t kKeyTile = 256;

/// Rows [i0, i0 + m) by keys [j0, j0 + n) of a head; a tile is stored n numbers a row.
struct TilePlace {
  index_t i0, m, j0, n;
};

/// Calls body(TilePlace) for the tiles of the rows from i0 on that hold a key one of them sees, in
/// the order of keys.
template <class Body>
void for_each_key_tile(const AttentionShape& s, index_t i0, Body&& body) {
  const index_t m = std::min(kQueryTile, s.T - i0);
  for (index_t j0 = 0; j0 < i0 + m; j0 += kKeyTile)
    body(TilePlace{i0, m, j0, std::min(kKeyTile, i0 + m - j0)});
}

/// dbias[i - j] += dS[i, j]. A tile's diagonals are first added in a short buffer, row by row:
/// there lag i - j of row r stands at j - r + m - 1, so each row is one run of additions.
inline void add_diagonals(double* dbias, const real* ds, const TilePlace& at) {
  real diagonal[kQueryTile + kKeyTile] = {};
  for (index_t r = 0; r < at.m; ++r) {
    real* to = diagonal + (at.m - 1 - r);
    const real* from = ds + r * at.n;
    for (index_t j = 0; j < at.n; ++j) to[j] += from[j];
  }
  for (index_t e = 0; e < at.m + at.n - 1; ++e) {
    const index_t lag = (at.i0 - at.j0) - (e - (at.m - 1));
    if (lag >= 0) dbias[lag] += static_cast<double>(diagonal[e]);
  }
}

}  // namespace pj
