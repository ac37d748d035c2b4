#pragma once

#include "pj/model/config.h"

namespace pj {

/// What a model's work takes, for estimates; E embedding, r MLP ratio, V vocabulary, T tokens of a
/// window. Floating-point operations of the forward pass:
///
///   linear layers   (8 + 4 r) E^2 a token and layer
///   head            2 E V a token
///   attention       2 E T a token and layer: two products over the causal half of T x T
///
/// A training step takes three times the linear layers' and the head's, and 3.5 times attention's,
/// whose backward pass computes the scores again. The positions themselves cost next to nothing: a
/// bias is a table over lags.
double forward_flops(const ModelConfig& config, index_t seq_len, index_t batch);
double training_flops(const ModelConfig& config, index_t seq_len, index_t batch);

/// Resident memory of a process that evaluates or trains, bytes: linear in the tokens of a step.
double forward_bytes(const ModelConfig& config, index_t tokens);
double training_bytes(const ModelConfig& config, index_t tokens);

}  // namespace pj
