#include "experiments/order_masses.h"

#include <algorithm>

namespace pj {

constexpr std::size_t kOrders = 4;

std::vector<ResultColumn> mass_columns() {
  std::vector<ResultColumn> columns;
  for (const char* sector : {"fj", "lc"})
    for (std::size_t r = 0; r < kOrders; ++r) columns.push_back({message(sector, "_mass_", r)});
  return columns;
}

void add_masses(Record& record, const BiasSummary& bias) {
  for (std::size_t r = 0; r < std::min(kOrders, bias.fj_mass.size()); ++r)
    record[message("fj_mass_", r)] = bias.fj_mass[r];
  for (std::size_t r = 0; r < std::min(kOrders, bias.lc_mass.size()); ++r)
    record[message("lc_mass_", r)] = bias.lc_mass[r];
}

}  // namespace pj
