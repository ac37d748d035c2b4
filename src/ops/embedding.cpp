#include "pj/ops/embedding.h"

#include <algorithm>
#include <vector>

#include "labels.h"
#include "rows.h"

namespace pj {
namespace {

/// The places of each token in order: those of v are places[starts[v]] to places[starts[v + 1]].
struct TokenPlaces {
  std::vector<std::size_t> starts, places;

  TokenPlaces(std::span<const std::int32_t> tokens, index_t V)
      : starts(static_cast<std::size_t>(V) + 1), places(tokens.size()) {
    for (const std::int32_t token : tokens) ++starts[static_cast<std::size_t>(token) + 1];
    for (std::size_t v = 1; v < starts.size(); ++v) starts[v] += starts[v - 1];
    std::vector<std::size_t> next = starts;
    for (std::size_t t = 0; t < tokens.size(); ++t)
      places[next[static_cast<std::size_t>(tokens[t])]++] = t;
  }
};

/// dweight[v,c] += sum of dy[t,c] over the places t of v, for tokens and channels from begin to
/// end.
struct WeightPiece {
  index_t first_token, end_token, first_channel, end_channel;
};

/// dweight[v,c] += sum of dy[t,c] over the places t of v, for each v and c of a piece.
void add_places(Tensor& dweight, const Tensor& dy, const TokenPlaces& of,
                const WeightPiece& piece) {
  const index_t C = dweight.dim(1), begin = piece.first_channel, size = piece.end_channel - begin;
  Scratch<double> sums(size);
  for (index_t v = piece.first_token; v < piece.end_token; ++v) {
    const std::size_t first = of.starts[static_cast<std::size_t>(v)];
    const std::size_t last = of.starts[static_cast<std::size_t>(v) + 1];
    if (first == last) continue;
    std::fill_n(sums.data(), size, 0.0);
    for (std::size_t at = first; at < last; ++at) {
      const real* from = dy.data() + static_cast<index_t>(of.places[at]) * C + begin;
      for (index_t c = 0; c < size; ++c) sums[c] += static_cast<double>(from[c]);
    }
    real* to = dweight.data() + v * C + begin;
    for (index_t c = 0; c < size; ++c) to[c] += static_cast<real>(sums[c]);
  }
}

/// Each number is summed by one thread; channels are divided too, since a vocabulary may be of
/// three.
void embedding_backward(Tensor& dweight, const Tensor& dy,
                        const std::vector<std::int32_t>& tokens) {
  constexpr index_t kTokens = 8, kChannels = 32;
  const index_t V = dweight.dim(0), C = dweight.dim(1), across = num_chunks(C, kChannels);
  const TokenPlaces of(tokens, V);
  parallel_for(num_chunks(V, kTokens) * across, [&](index_t at) {
    const index_t v = at / across * kTokens, c = at % across * kChannels;
    add_places(dweight, dy, of, {v, std::min(V, v + kTokens), c, std::min(C, c + kChannels)});
  });
}

Shape with_channels(const Shape& shape, index_t C) {
  std::vector<index_t> sizes(shape.sizes().begin(), shape.sizes().end());
  sizes.push_back(C);
  return Shape(std::span<const index_t>(sizes));
}

}  // namespace

Variable embedding(const Variable& weight, std::span<const std::int32_t> tokens,
                   const Shape& token_shape) {
  const Tensor& w = weight.value();
  require<ShapeError>(w.rank() == 2, "embedding: weight must have shape (V, C), got ", w.shape());
  const auto count = static_cast<index_t>(tokens.size());
  require<ShapeError>(count == token_shape.size(), "embedding: shape ", token_shape, " needs ",
                      token_shape.size(), " tokens, got ", count);
  require_labels("embedding", "token", tokens, w.dim(0));
  const index_t C = w.dim(1);
  Tensor y = Tensor::empty(with_channels(token_shape, C));
  for_each_row(count, C, [&](index_t t) {
    std::copy_n(w.data() + tokens[static_cast<std::size_t>(t)] * C, C, y.data() + t * C);
  });
  std::vector<std::int32_t> kept(tokens.begin(), tokens.end());
  return record("embedding", y, {weight},
                [kept = std::move(kept)](const Tensor& dy, const GradInputs& din) {
                  if (Tensor* dweight = din[0]) embedding_backward(*dweight, dy, kept);
                });
}

}  // namespace pj
