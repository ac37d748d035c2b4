#pragma once

#include <cstdint>
#include <vector>

#include "pj/core/random.h"
#include "pj/nn/embedding.h"
#include "pj/nn/linear.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// How the readout is trained.
struct ReadoutTraining {
  index_t values = 64;      ///< kinds of value tokens
  index_t value_dim = 64;   ///< width of their embedding
  double temperature = 32;  ///< at the start
  index_t steps = 360;
  index_t batch = 96;  ///< lags asked for in a step
  double lr = 2e-3;
  double weight_decay = 1e-2;
  double clip = 1.0;  ///< largest norm of the gradient
};

/// What the readout makes of some questions; means over them unless said otherwise.
struct ReadoutScores {
  double value_accuracy = 0.0;
  double top_position_accuracy = 0.0;  ///< how often the asked lag has the largest weight
  double target_mass = 0.0;            ///< weight of the asked lag
  double entropy = 0.0;                ///< nats
  double effective_support = 0.0;      ///< e^entropy
  double score_abs_max = 0.0;          ///< over all questions and lags
  double score_std = 0.0;              ///< deviation over all questions and lags
};

/// One attention readout: every lag stores a value token; asked for a lag by its features, it
/// attends over all lags and names the token stored there.
///
///   S = t U[asked] U^T,  P = softmax(S),  logits = W (P E[stored]) + b
///
/// shapes    U (N, F) features of unit length, E (values, value_dim); t, E, W and b are learned
class LagReadout {
 public:
  LagReadout(const ReadoutTraining& training, std::uint64_t seed);

  /// Trains with AdamW on the sum of the cross-entropies of value and position; each step stores
  /// new random tokens and asks for random lags.
  void train(const Tensor& unit_rows, std::uint64_t seed);

  double train_loss() const { return train_loss_; }          ///< of the last step, nats
  double train_accuracy() const { return train_accuracy_; }  ///< of its values

  /// Asks for these rows, with random tokens of the stream stored everywhere; in tiles of
  /// questions, so that memory is a few rows of N numbers.
  ReadoutScores ask(const Tensor& unit_rows, const std::vector<index_t>& rows, Stream stream) const;

 private:
  Variable scores(const Tensor& unit_rows, const std::vector<index_t>& rows) const;

  ReadoutTraining training_;
  Variable log_temperature_;
  Embedding stored_;
  Linear out_;
  double train_loss_ = 0.0, train_accuracy_ = 0.0;
};

}  // namespace pj
