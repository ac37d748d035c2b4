#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "pj/core/threads.h"
#include "testing/gradient_check.h"

namespace pj::testing {

/// `run` must return tensors with the same numbers on one thread and on several.
template <class F>
void check_same_bits(F&& run) {
  const int before = num_threads();
  set_num_threads(1);
  const std::vector<Tensor> one = run();
  for (const int threads : {2, 3, 4}) {
    set_num_threads(threads);
    const std::vector<Tensor> several = run();
    REQUIRE(one.size() == several.size());
    for (std::size_t i = 0; i < one.size(); ++i) CHECK(max_difference(one[i], several[i]) == 0);
  }
  set_num_threads(before);
}

}  // namespace pj::testing
