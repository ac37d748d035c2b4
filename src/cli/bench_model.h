#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pj/model/transformer.h"
#include "pj/optim/adamw.h"

namespace pj {

/// The paper's model (E 96, H 4, 2 layers, train length 512) on a fixed batch of random tokens.
class BenchModel {
 public:
  BenchModel(const std::string& method, index_t batch, index_t seq_len);

  /// Forward, loss, backward, gradient norm and AdamW. Returns its seconds.
  double train();
  /// Features and the loss of every token, as an evaluation computes them. Returns its seconds.
  double evaluate();

  /// All parameters and the last evaluation's losses, to compare bit by bit.
  std::vector<double> numbers() const;

 private:
  index_t batch_, seq_len_;
  std::vector<std::int32_t> tokens_, targets_;
  Transformer model_;
  AdamW optimiser_;
  std::vector<double> losses_;
};

/// Floating-point operations of one training step of BenchModel at T 512 and batch 8, 10^9: linear
/// layers 4.2, attention 2.8 (the causal half; two products forward, five backward).
inline constexpr double kStepGigaflop = 7.0;

/// Rate of single-precision matrix products of 1024^3 in GF/s, one on every thread at a time.
double sgemm_rate();

}  // namespace pj
