#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pj/core/random.h"
#include "pj/nn/parameter.h"

namespace pj {

/// A learned vector for each token of a vocabulary.
///
/// shapes    weight (vocab, dim); tokens of token_shape -> (token_shape.., dim)
/// start     standard normal
/// names     weight
class Embedding {
 public:
  /// Throws ValueError unless vocab and dim are at least 1.
  Embedding(index_t vocab, index_t dim, Stream& stream);

  Variable operator()(std::span<const std::int32_t> tokens, const Shape& token_shape) const;
  const Variable& weight() const { return weight_; }
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  Variable weight_;
};

}  // namespace pj
