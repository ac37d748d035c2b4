#include "pj/core/nearest.h"

#include <algorithm>
#include <vector>

namespace pj {

index_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<index_t> before(columns), above(columns), row(columns);
  for (std::size_t j = 0; j < columns; ++j) above[j] = static_cast<index_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<index_t>(i);
    for (std::size_t j = 1; j < columns; ++j) {
      const index_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  index_t best = std::max<index_t>(2, static_cast<index_t>(word.size()) / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : known) {
    const index_t distance = edit_distance(word, candidate);
    if (distance >= best || distance >= static_cast<index_t>(candidate.size())) continue;
    best = distance;
    nearest = &candidate;
  }
  return nearest != nullptr ? message("; did you mean '", *nearest, "'?") : "";
}

}  // namespace pj
