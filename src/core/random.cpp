#include "pj/core/random.h"

#include <cmath>
#include <numbers>

namespace pj {

Stream::Stream(std::uint64_t seed, std::string_view name, std::uint64_t number) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a of the name
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  key_ = mix(mix(mix(seed) ^ hash) + number * 0xD1342543DE82EF95ULL);
}

index_t Stream::below(index_t bound) {
  require<ValueError>(bound >= 1, "Stream::below: bound must be at least 1, got ", bound);
  const auto range = static_cast<std::uint64_t>(bound);
  const std::uint64_t rejected = (0 - range) % range;  // 2^64 mod range: what would be biased
  std::uint64_t value = bits();
  while (value < rejected) value = bits();
  return static_cast<index_t>(value % range);
}

double Stream::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));  // 1 - u is in (0, 1]
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace pj
