#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "pj/core/threads.h"
#include "testing/gradient_check.h"

namespace pj::testing {

/// `run` must return tensors with the same numbers on one thread and on three.
template <class F>
void check_same_bits(F&& run) {
  const int before = num_threads();
  set_num_threads(1);
  const std::vector<Tensor> one = run();
  set_num_threads(3);
  const std::vector<Tensor> three = run();
  set_num_threads(before);
  REQUIRE(one.size() == three.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(max_difference(one[i], three[i]) == 0);
}

}  // namespace pj::testing
