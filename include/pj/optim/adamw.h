#pragma once

#include <span>
#include <vector>

#include "pj/autograd/variable.h"

namespace pj {

/// The constants of AdamW, all dimensionless; weight_decay 0 is plain Adam.
struct AdamWOptions {
  double beta1 = 0.9;          ///< memory of the mean gradient, in [0, 1)
  double beta2 = 0.999;        ///< memory of the mean squared gradient, in [0, 1)
  double eps = 1e-8;           ///< added to the root of the mean square, positive
  double weight_decay = 1e-4;  ///< shrinks a parameter by lr * weight_decay a step, at least 0
};

/// Adam with decoupled weight decay. Step t = 1, 2, ... with gradient g changes a parameter p by
///
///   p -= lr * weight_decay * decay_factor * p
///   m  = beta1 m + (1 - beta1) g        v  = beta2 v + (1 - beta2) g^2
///   p -= lr * m / (1 - beta1^t) / (sqrt(v / (1 - beta2^t)) + eps)
///
/// Numbers are stored as `real` and computed in double; the bits do not depend on the number of
/// threads. A parameter without a gradient (`backward` did not reach it) is left alone.
///
/// source    Loshchilov and Hutter 2019, Decoupled weight decay regularization, algorithm 2
class AdamW {
 public:
  /// Keeps handles on the parameters. `decay_factors` holds a multiple of weight_decay for each
  /// parameter, or is empty for 1 everywhere. Throws ValueError for an option out of range, a
  /// parameter that needs no gradient, or another number of factors than of parameters.
  explicit AdamW(std::vector<Variable> parameters, const AdamWOptions& options = {},
                 std::vector<double> decay_factors = {});

  /// Changes every parameter by its gradient; throws ValueError unless lr is finite and >= 0.
  void step(double lr);
  void clear_grads();

  index_t step_count() const { return step_count_; }
  const std::vector<Variable>& parameters() const { return parameters_; }
  /// The moments m and v of each parameter, zero before the first step.
  const std::vector<Tensor>& first_moments() const { return first_; }
  const std::vector<Tensor>& second_moments() const { return second_; }

  /// Copies in the state of an optimiser that has taken `step_count` steps, so that this one goes
  /// on as that one would have. Throws ValueError or ShapeError if it is not for these parameters.
  void restore(index_t step_count, std::span<const Tensor> first, std::span<const Tensor> second);

 private:
  std::vector<Variable> parameters_;
  AdamWOptions options_;
  std::vector<double> decay_factors_;
  std::vector<Tensor> first_, second_;
  index_t step_count_ = 0;
};

}  // namespace pj
