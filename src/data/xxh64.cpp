#include "pj/data/xxh64.h"

#include <array>
#include <bit>

#include "little_endian.h"

namespace pj {
namespace {

constexpr std::uint64_t kPrime1 = 0x9E3779B185EBCA87, kPrime2 = 0xC2B2AE3D27D4EB4F,
                        kPrime3 = 0x165667B19E3779F9, kPrime4 = 0x85EBCA77C2B2AE63,
                        kPrime5 = 0x27D4EB2F165667C5;

std::uint64_t round(std::uint64_t lane, std::uint64_t word) {
  return std::rotl(lane + word * kPrime2, 31) * kPrime1;
}

/// Four lanes over the stripes of 32 bytes, merged; `at` ends behind the last whole stripe.
std::uint64_t hash_stripes(std::string_view bytes, std::size_t& at) {
  std::array<std::uint64_t, 4> lanes = {kPrime1 + kPrime2, kPrime2, 0, 0 - kPrime1};
  for (; at + 32 <= bytes.size(); at += 32)
    for (std::size_t i = 0; i < 4; ++i)
      lanes[i] = round(lanes[i], load<std::uint64_t>(bytes, at + 8 * i));
  std::uint64_t hash = std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) +
                       std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) hash = (hash ^ round(0, lane)) * kPrime1 + kPrime4;
  return hash;
}

}  // namespace

std::uint64_t xxh64(std::string_view bytes) {
  std::size_t at = 0;
  std::uint64_t hash = bytes.size() >= 32 ? hash_stripes(bytes, at) : kPrime5;
  hash += bytes.size();
  for (; at + 8 <= bytes.size(); at += 8)
    hash = std::rotl(hash ^ round(0, load<std::uint64_t>(bytes, at)), 27) * kPrime1 + kPrime4;
  if (at + 4 <= bytes.size()) {
    hash = std::rotl(hash ^ load<std::uint32_t>(bytes, at) * kPrime1, 23) * kPrime2 + kPrime3;
    at += 4;
  }
  for (; at < bytes.size(); ++at)
    hash = std::rotl(hash ^ static_cast<unsigned char>(bytes[at]) * kPrime5, 11) * kPrime1;
  hash = (hash ^ (hash >> 33)) * kPrime2;
  hash = (hash ^ (hash >> 29)) * kPrime3;
  return hash ^ (hash >> 32);
}

}  // namespace pj
