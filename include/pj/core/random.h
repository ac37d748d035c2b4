#pragma once

#include <cstdint>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// A named stream of random numbers: a counter hashed with a key (SplitMix64), so that a stream is
/// its (key, counter) pair, costs nothing to create, and any element can be had without those
/// before.
///
///   value[n] = mix(key + (n + 1) * 0x9E3779B97F4A7C15)
///
/// Streams of different names or numbers are independent, so drawing from one never moves another:
/// `Stream(seed, "batch", step)` gives the same batch however often evaluation drew from "eval".
///
/// source    Steele, Lea, Flood 2014, Fast splittable pseudorandom number generators
class Stream {
 public:
  Stream(std::uint64_t seed, std::string_view name, std::uint64_t number = 0);

  /// The next 64 random bits.
  std::uint64_t bits() { return at(counter_++); }

  /// The bits at a place of the stream, whatever was drawn before; does not move the stream.
  std::uint64_t at(std::uint64_t place) const {
    return mix(key_ + (place + 1) * 0x9E3779B97F4A7C15ULL);
  }

  /// Uniform in [0, 1) with 53 bits.
  double uniform() { return to_unit(bits()); }

  /// Uniform in [low, high).
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

  /// Uniform integer in [0, bound), without modulo bias; throws ValueError if bound < 1.
  index_t below(index_t bound);

  /// Standard normal (Box-Muller, two draws of the stream a value).
  double normal();

  /// 64 random bits as a double in [0, 1).
  static double to_unit(std::uint64_t value) { return static_cast<double>(value >> 11) * 0x1p-53; }

 private:
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t key_;
  std::uint64_t counter_ = 0;
};

}  // namespace pj
