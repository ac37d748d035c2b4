#include "pj/position/alibi.h"

#include <bit>
#include <cmath>

namespace pj {

std::vector<double> alibi_slopes(index_t num_heads) {
  require<ValueError>(num_heads >= 1, "alibi_slopes: heads must be at least 1, got ", num_heads);
  const auto power = static_cast<index_t>(std::bit_floor(static_cast<std::uint64_t>(num_heads)));
  const auto slope = [](index_t h, index_t of) {
    return std::exp2(-8.0 * static_cast<double>(h) / static_cast<double>(of));
  };
  std::vector<double> slopes;
  for (index_t h = 1; h <= power; ++h) slopes.push_back(slope(h, power));
  for (index_t h = 1; static_cast<index_t>(slopes.size()) < num_heads; h += 2)
    slopes.push_back(slope(h, 2 * power));
  return slopes;
}

Tensor alibi_table(index_t num_heads, index_t num_lags) {
  require<ValueError>(num_lags >= 1, "alibi_table: lags must be at least 1, got ", num_lags);
  const std::vector<double> slopes = alibi_slopes(num_heads);
  Tensor table = Tensor::empty({num_heads, num_lags});
  real* out = table.data();
  for (const double slope : slopes)
    for (index_t d = 0; d < num_lags; ++d)
      *out++ = static_cast<real>(-slope * static_cast<double>(d));
  return table;
}

}  // namespace pj
