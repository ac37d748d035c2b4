// What a training step asks of the machine once it is under way.

#include <doctest/doctest.h>

#include "pj/core/random.h"
#include "pj/core/threads.h"
#include "pj/model/transformer.h"
#include "pj/optim/adamw.h"

using namespace pj;

TEST_SUITE_BEGIN("steady_step");

namespace {

ModelConfig small_config(const char* method) {
  ModelConfig config;
  config.method = find_method(method);
  config.train_len = 160;  // two tiles of queries
  config.embed_dim = 32;
  config.vocab_size = 50;
  return config;
}

/// Trains a model of its own and returns the blocks taken from the system before each step.
std::vector<index_t> allocations_before_steps(const char* method, int steps) {
  const ModelConfig config = small_config(method);
  Transformer model(config, 0);
  std::vector<Variable> variables;
  for (const Parameter& p : model.parameters()) variables.push_back(p.variable);
  AdamW optimiser(variables);
  Stream stream(0, "tokens");
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(2 * config.train_len));
  std::vector<index_t> counts;
  for (int step = 0; step < steps; ++step) {
    counts.push_back(buffer_counts().system_allocations);
    for (std::int32_t& token : tokens)
      token = static_cast<std::int32_t>(stream.below(config.vocab_size));
    backward(model.loss(tokens, tokens, 2, config.train_len));
    optimiser.step(1e-3);
    optimiser.clear_grads();
  }
  return counts;
}

}  // namespace

TEST_CASE("from the third step on nothing is taken from the system") {
  const int threads = num_threads();
  set_num_threads(1);  // with more, how many blocks are in use at once is a matter of timing
  for (const char* method : {"none", "rope", "full", "grape_ma_rope_alibi"}) {
    CAPTURE(method);
    release_unused_buffers();
    const std::vector<index_t> counts = allocations_before_steps(method, 6);
    CHECK(counts[1] > counts[0]);
    CHECK(counts[5] == counts[2]);
  }
  set_num_threads(threads);
}

TEST_SUITE_END();
