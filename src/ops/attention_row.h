#pragma once

#include <limits>

#include "pj/core/error.h"
#include "pj/tensor/fast_exp.h"
#include "pj/tensor/real.h"

namespace pj {

/// Adds the bias to a row's first n scores and returns the largest.
inline real add_bias_and_max(real* row, const real* bias, index_t n) {
  real largest = -std::numeric_limits<real>::infinity();
  if (bias != nullptr) {
#pragma omp simd reduction(max : largest)
    for (index_t j = 0; j < n; ++j) {
      row[j] += bias[j];
      largest = row[j] > largest ? row[j] : largest;
    }
  } else {
#pragma omp simd reduction(max : largest)
    for (index_t j = 0; j < n; ++j) largest = row[j] > largest ? row[j] : largest;
  }
  return largest;
}

/// row[j] = e^(row[j] - offset); returns the sum.
inline real exp_and_sum(real* row, real offset, index_t n) {
  real sum = 0;
#pragma omp simd reduction(+ : sum)
  for (index_t j = 0; j < n; ++j) {
    row[j] = fast_exp(row[j] - offset);
    sum += row[j];
  }
  return sum;
}

}  // namespace pj
