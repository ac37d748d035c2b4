#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pj/autograd/variable.h"

namespace pj {

/// Mean negative log-likelihood of the targets under softmax(logits), in nats.
///
///   loss = mean_n (log sum_v exp(logits[n,v]) - logits[n,targets[n]])
///
/// shapes    logits (N, V), N targets -> ()
/// gradient  dlogits[n,v] = (softmax(logits)[n,v] - (v = targets[n])) dloss / N; keeps the logits
///           and two numbers a row
/// throws    ShapeError if logits is not rank 2 or has not one row a target; ValueError for no
///           targets, or naming a target outside [0, V)
Variable cross_entropy(const Variable& logits, std::span<const std::int32_t> targets);

/// The terms of that mean, one a row; throws as it does, but takes no targets as well.
std::vector<double> token_losses(const Tensor& logits, std::span<const std::int32_t> targets);

}  // namespace pj
