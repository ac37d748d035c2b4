#pragma once

#include <cstdint>
#include <vector>

#include "pj/nn/linear.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// How the judge is trained.
struct JudgeTraining {
  index_t hidden = 96;
  index_t steps = 320;
  index_t batch = 512;  ///< pairs; the first half of equal lags, the rest of two lags
  double lr = 1e-3;
  double weight_decay = 1e-2;
};

/// A multi-layer perceptron (F, hidden, hidden, 1, exact GELU) that says from |a - b| whether two
/// feature vectors belong to the same lag; it accepts where its logit is positive.
class LagJudge {
 public:
  LagJudge(index_t num_features, index_t hidden, std::uint64_t seed);

  /// Trains on pairs of rows with AdamW and binary cross-entropy, from streams of the seed.
  void train(const Tensor& rows, const JudgeTraining& training, std::uint64_t seed);

  double train_loss() const { return train_loss_; }          ///< of the last batch, nats
  double train_accuracy() const { return train_accuracy_; }  ///< share of its pairs judged right

  /// Share of the pairs (a_i, b_i) of rows it accepts as one lag.
  double accept_rate(const Tensor& rows, const std::vector<index_t>& a,
                     const std::vector<index_t>& b) const;

 private:
  Variable logits(const Tensor& rows, const std::vector<index_t>& a,
                  const std::vector<index_t>& b) const;

  Linear in_, middle_, out_;
  double train_loss_ = 0.0, train_accuracy_ = 0.0;
};

}  // namespace pj
