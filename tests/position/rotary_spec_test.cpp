#include "pj/position/rotary_spec.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pj;

TEST_SUITE_BEGIN("rotary_spec");

namespace {

RotarySpec scaled(Scaling scaling) {
  RotarySpec spec = rope();
  spec.scaling = scaling;
  return spec;
}

}  // namespace

TEST_CASE("up to the train length every scaling is plain RoPE to the bit") {
  const RotaryFrequencies plain = rotary_frequencies(rope(), 24, 128, 128);
  CHECK(plain.omega[0] == 1.0);
  CHECK(std::abs(plain.omega[6] - 0.01) <= 1e-15);
  for (const Scaling s : {Scaling::kPi, Scaling::kNtk, Scaling::kYarn}) {
    for (const index_t total : {1, 127, 128}) {
      const RotaryFrequencies f = rotary_frequencies(scaled(s), 24, total, 128);
      CHECK(f.omega == plain.omega);
      CHECK(f.position == 1.0);
      CHECK(f.magnitude == 1.0);
    }
  }
}

TEST_CASE("scaling beyond the train length, by hand") {
  CHECK(rotary_frequencies(scaled(Scaling::kPi), 8, 31, 16).position == 0.5);
  const RotaryFrequencies ntk = rotary_frequencies(scaled(Scaling::kNtk), 4, 32, 16);
  CHECK(std::abs(ntk.omega[1] - 1 / std::sqrt(10000.0 * 4)) <= 1e-15);
  const RotaryFrequencies yarn = rotary_frequencies(scaled(Scaling::kYarn), 4, 32, 16);
  CHECK(yarn.omega[1] == 0.01 / 2);  // far below one rotation in 16 tokens
  CHECK(std::abs(yarn.magnitude - (1 + 0.1 * std::log(2.0))) <= 1e-15);
}

TEST_CASE("the jet time of each variant") {
  using enum JordanTime;
  CHECK(jordan_time(rope(), 100, 50) == 0.0);
  CHECK(jordan_time(jordan(kScaledExact, 2), 100, 50) == 2.0);
  CHECK(jordan_time(jordan(kDamped, 2), 100, 50) == 2.0);
  CHECK(jordan_time(jordan(kRaw, 2), 100, 50) == 10.0);
  CHECK(std::abs(jordan_time(jordan(kStabilised, 2), 100, 50) - 0.1 * 100 / 3) <= 1e-12);
}

TEST_CASE("the damping is clamped and belongs to one variant") {
  const RotarySpec damped = jordan(JordanTime::kDamped, 2);
  CHECK(query_damping(jordan(JordanTime::kScaledExact, 2), 1000) == 1.0);
  CHECK(query_damping(damped, 1000) == std::exp(-0.1));
  CHECK(query_damping(damped, 1e9) == std::exp(-30.0));
}

TEST_CASE("a head size that no block fits is refused") {
  CHECK_THROWS_WITH_AS(rotary_frequencies(jordan(JordanTime::kScaledExact, 3), 16, 8, 8),
                       "rotary: head size must be divisible by 6 for blocks of order 3, got 16",
                       ShapeError);
  CHECK_THROWS_AS(rotary_frequencies(rope(), 16, 0, 8), ValueError);
}

TEST_SUITE_END();
