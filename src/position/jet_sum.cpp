#include "pj/position/jet_sum.h"

#include <array>
#include <cmath>

#include "pj/position/scalar_kernels.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kLagChunk = 1024;
using LagRow = std::array<double, kLagChunk>;

/// The inputs as the kernels see them; tensors are handles, so a closure keeps this by value.
struct JetInputs {
  Tensor re, im, omega, damping;
  std::shared_ptr<const LagBasis> basis;
  index_t num_heads, num_orders, num_lags;

  bool damped() const { return damping.defined(); }
  const double* amplitude(index_t order, index_t lag) const {
    return basis->amplitude.data() + order * basis->num_lags + lag;
  }
};

/// Some consecutive lags of one head.
struct Tile {
  index_t head, begin, size;
};

/// Calls f(tile, its number) for tiles of fixed size that cover the table; a head's are neighbours.
template <class F>
void for_each_tile(const JetInputs& in, F&& f) {
  const index_t tiles = num_chunks(in.num_lags, kLagChunk);
  parallel_for(in.num_heads * tiles, [&](index_t at) {
    const index_t begin = at % tiles * kLagChunk;
    f(Tile{at / tiles, begin, std::min(kLagChunk, in.num_lags - begin)}, at);
  });
}

/// sum[d] = sum_r weight[h,r] amplitude[r,d] over a tile.
void sum_orders(LagRow& sum, const Tensor& weight, const JetInputs& in, const Tile& tile) {
  std::fill_n(sum.data(), tile.size, 0.0);
  for (index_t r = 0; r < in.num_orders; ++r) {
    const double w = static_cast<double>(weight.data()[tile.head * in.num_orders + r]);
    const double* amplitude = in.amplitude(r, tile.begin);
    for (index_t i = 0; i < tile.size; ++i) sum[static_cast<std::size_t>(i)] += w * amplitude[i];
  }
}

/// cosine and sine of omega * phase, times the decay.
void root_powers(LagRow& cosine, LagRow& sine, const JetInputs& in, const Tile& tile) {
  const double omega = static_cast<double>(in.omega.data()[tile.head]);
  const double* phase = in.basis->phase.data() + tile.begin;
  for (index_t i = 0; i < tile.size; ++i) {
    cosine[static_cast<std::size_t>(i)] = std::cos(omega * phase[i]);
    sine[static_cast<std::size_t>(i)] = std::sin(omega * phase[i]);
  }
  if (!in.damped()) return;
  const double damping = static_cast<double>(in.damping.data()[tile.head]);
  const double* decay = in.basis->decay.data() + tile.begin;
  for (index_t i = 0; i < tile.size; ++i) {
    const double factor = jet_decay(decay[i], damping);
    cosine[static_cast<std::size_t>(i)] *= factor;
    sine[static_cast<std::size_t>(i)] *= factor;
  }
}

void jet_sum_forward(Tensor& out, Tensor& cosine, Tensor& sine, const JetInputs& in) {
  for_each_tile(in, [&](const Tile& tile, index_t) {
    LagRow a, b, c, s;
    sum_orders(a, in.re, in, tile);
    sum_orders(b, in.im, in, tile);
    root_powers(c, s, in, tile);
    const index_t offset = tile.head * in.num_lags + tile.begin;
    for (index_t i = 0; i < tile.size; ++i) {
      const auto at = static_cast<std::size_t>(i);
      out.data()[offset + i] = static_cast<real>(a[at] * c[at] - b[at] * s[at]);
      cosine.data()[offset + i] = static_cast<real>(c[at]);
      sine.data()[offset + i] = static_cast<real>(s[at]);
    }
  });
}

double dot(const double* a, const double* b, index_t size) {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (index_t i = 0; i < size; ++i) sum += a[i] * b[i];
  return sum;
}

/// A tile's part of every gradient of its head: dre (R+1), dim (R+1), domega, ddamping.
void tile_gradients(double* part, const Tensor& dout, const Tensor& cosine, const Tensor& sine,
                    const JetInputs& in, const Tile& tile) {
  LagRow a, b, u, v;
  sum_orders(a, in.re, in, tile);
  sum_orders(b, in.im, in, tile);
  const index_t offset = tile.head * in.num_lags + tile.begin;
  for (index_t i = 0; i < tile.size; ++i) {
    const double dy = static_cast<double>(dout.data()[offset + i]);
    u[static_cast<std::size_t>(i)] = dy * static_cast<double>(cosine.data()[offset + i]);
    v[static_cast<std::size_t>(i)] = dy * static_cast<double>(sine.data()[offset + i]);
  }
  // forward: out = a c - b s, a = sum_r re[r] amplitude[r], b = sum_r im[r] amplitude[r]
  for (index_t r = 0; r < in.num_orders; ++r) {
    const double* amplitude = in.amplitude(r, tile.begin);
    part[r] = dot(u.data(), amplitude, tile.size);
    part[in.num_orders + r] = -dot(v.data(), amplitude, tile.size);
  }
  for (index_t i = 0; i < tile.size; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double turned = a[at] * v[at] + b[at] * u[at], plain = a[at] * u[at] - b[at] * v[at];
    u[at] = plain;
    v[at] = turned;
  }
  // d(a c - b s)/d(phase) = -(a s + b c), and the decay multiplies the whole
  part[2 * in.num_orders] = -dot(v.data(), in.basis->phase.data() + tile.begin, tile.size);
  part[2 * in.num_orders + 1] =
      in.damped() ? -dot(u.data(), in.basis->decay.data() + tile.begin, tile.size) : 0.0;
}

void jet_sum_backward(const GradInputs& din, const Tensor& dout, const Tensor& cosine,
                      const Tensor& sine, const JetInputs& in) {
  const index_t R1 = in.num_orders, width = 2 * R1 + 2, tiles = num_chunks(in.num_lags, kLagChunk);
  Scratch<double> parts(in.num_heads * tiles * width);
  for_each_tile(in, [&](const Tile& tile, index_t at) {
    tile_gradients(parts.data() + at * width, dout, cosine, sine, in, tile);
  });
  for (index_t h = 0; h < in.num_heads; ++h) {
    const auto add = [&](Tensor* to, index_t at, index_t column) {
      if (to == nullptr) return;
      double sum = 0.0;
      for (index_t tile = h * tiles; tile < (h + 1) * tiles; ++tile)
        sum += parts[tile * width + column];
      to->data()[at] += static_cast<real>(sum);
    };
    for (index_t r = 0; r < R1; ++r) {
      add(din[0], h * R1 + r, r);
      add(din[1], h * R1 + r, R1 + r);
    }
    add(din[2], h, 2 * R1);
    add(din[3], h, 2 * R1 + 1);
  }
}

}  // namespace

Variable jet_sum(const Variable& re, const Variable& im, const Variable& omega,
                 const Variable& damping, std::shared_ptr<const LagBasis> basis, index_t num_lags) {
  require<ShapeError>(re.shape().rank() == 2 && re.shape() == im.shape(),
                      "jet_sum: re and im must have one shape (H, R+1), got ", re.shape(), " and ",
                      im.shape());
  const index_t H = re.dim(0), R1 = re.dim(1);
  require<ShapeError>(omega.shape() == Shape{H}, "jet_sum: omega must have shape (", H, "), got ",
                      omega.shape());
  require<ShapeError>(!damping.defined() || damping.shape() == Shape{H},
                      "jet_sum: damping must have shape (", H, "), got ", damping.shape());
  require<ShapeError>(basis->num_orders == R1 && num_lags >= 1 && basis->num_lags >= num_lags,
                      "jet_sum: the basis must have ", R1, " orders and ", num_lags, " lags, got ",
                      basis->num_orders, " and ", basis->num_lags);
  require<ShapeError>(!damping.defined() || !basis->decay.empty(),
                      "jet_sum: damping needs a basis with a decay");
  const JetInputs in{re.value(), im.value(), omega.value(), damping.value(), std::move(basis),
                     H,          R1,         num_lags};
  Tensor out = Tensor::empty({H, num_lags}), cosine = Tensor::empty(out.shape()),
         sine = Tensor::empty(out.shape());
  jet_sum_forward(out, cosine, sine, in);
  return record("jet_sum", out, {re, im, omega, damping},
                [in, cosine, sine](const Tensor& dout, const GradInputs& din) {
                  jet_sum_backward(din, dout, cosine, sine, in);
                });
}

}  // namespace pj
