#include "pj/model/cost.h"

#include <doctest/doctest.h>

#include "pj/tensor/real.h"

TEST_SUITE_BEGIN("cost");

TEST_CASE("a training step of the paper's model at 512 tokens and batch 8 is 7.0 GF") {
  const pj::ModelConfig config;
  CHECK(pj::training_flops(config, 512, 8) == doctest::Approx(7.05e9).epsilon(0.01));
}

TEST_CASE("a forward pass of the paper's model at 32768 tokens is 420 GF") {
  const pj::ModelConfig config;
  CHECK(pj::forward_flops(config, 32768, 1) == doctest::Approx(424e9).epsilon(0.01));
}

TEST_CASE("work counts windows, attention grows with their length") {
  const pj::ModelConfig config;
  CHECK(pj::forward_flops(config, 512, 4) ==
        doctest::Approx(4 * pj::forward_flops(config, 512, 1)));
  const double attention =
      pj::forward_flops(config, 1024, 1) - 2 * pj::forward_flops(config, 512, 1);
  CHECK(attention == doctest::Approx(2.0 * 2 * 96 * 1024 * 512));
}

TEST_CASE("memory is linear in the tokens and larger in training") {
  const pj::ModelConfig config;
  const double one = pj::training_bytes(config, 4096), two = pj::training_bytes(config, 8192);
  const double four = pj::training_bytes(config, 16384);
  CHECK(four - two == doctest::Approx(2 * (two - one)));
  CHECK(pj::forward_bytes(config, 8192) < two);
}

TEST_CASE("memory is what the bench measured of the paper's model, in float") {
  if (sizeof(pj::real) != 4) return;
  const pj::ModelConfig config;
  CHECK(pj::forward_bytes(config, 8192) == doctest::Approx(53.7e6).epsilon(0.06));
  CHECK(pj::forward_bytes(config, 32768) == doctest::Approx(161e6).epsilon(0.06));
  CHECK(pj::training_bytes(config, 4096) == doctest::Approx(73e6).epsilon(0.06));
  CHECK(pj::training_bytes(config, 8192) == doctest::Approx(137e6).epsilon(0.06));
}

TEST_SUITE_END();
