#include "pj/model/cost.h"

#include "pj/tensor/real.h"

namespace pj {
namespace {

/// Of program, libraries and the buffers that do not grow with a step; measured, as the factors of
/// the numbers a token keeps are.
constexpr double kProcessBytes = 15e6;

/// Numbers a token keeps: forward only, the widest place of a block; in training, what the backward
/// pass of every layer reads.
double forward_numbers(const ModelConfig& c) {
  return static_cast<double>(c.embed_dim) * (9.5 + static_cast<double>(c.mlp_ratio));
}
double training_numbers(const ModelConfig& c) {
  return static_cast<double>(c.embed_dim * c.num_layers * (9 + 4 * c.mlp_ratio)) +
         static_cast<double>(2 * c.vocab_size);
}

struct Flops {
  double linear = 0, attention = 0;
};

Flops forward(const ModelConfig& c, index_t seq_len, index_t batch) {
  const auto E = static_cast<double>(c.embed_dim), V = static_cast<double>(c.vocab_size),
             r = static_cast<double>(c.mlp_ratio), layers = static_cast<double>(c.num_layers),
             T = static_cast<double>(seq_len), tokens = T * static_cast<double>(batch);
  return {tokens * (layers * (8 + 4 * r) * E * E + 2 * E * V), tokens * layers * 2 * E * T};
}

}  // namespace

double forward_flops(const ModelConfig& config, index_t seq_len, index_t batch) {
  const Flops flops = forward(config, seq_len, batch);
  return flops.linear + flops.attention;
}

double training_flops(const ModelConfig& config, index_t seq_len, index_t batch) {
  const Flops flops = forward(config, seq_len, batch);
  return 3 * flops.linear + 3.5 * flops.attention;
}

double forward_bytes(const ModelConfig& config, index_t tokens) {
  return kProcessBytes +
         static_cast<double>(sizeof(real)) * forward_numbers(config) * static_cast<double>(tokens);
}

double training_bytes(const ModelConfig& config, index_t tokens) {
  return kProcessBytes +
         static_cast<double>(sizeof(real)) * training_numbers(config) * static_cast<double>(tokens);
}

}  // namespace pj
