#include "pj/ops/causal_attention.h"

#include <limits>
#include <string>

#include "pj/core/threads.h"
#include "testing/gradient_check.h"
#include "testing/same_bits.h"

using namespace pj;
using pj::testing::check_gradient;
using pj::testing::max_difference;
using pj::testing::random_tensor;

namespace {

/// The definition: one row at a time, in double, as the textbook writes it.
struct Dense {
  Tensor q, k, v, bias;  // (B, T, C) and (H, T) or undefined
  index_t H;
  bool strict;

  index_t B() const { return q.dim(0); }
  index_t T() const { return q.dim(1); }
  index_t C() const { return q.dim(2); }
  index_t D() const { return C() / H; }
  double at(const Tensor& x, index_t b, index_t t, index_t h, index_t c) const {
    return static_cast<double>(x.data()[(b * T() + t) * C() + h * D() + c]);
  }

  std::vector<double> weights(index_t b, index_t h, index_t i) const {
    std::vector<double> p(static_cast<std::size_t>(T()), 0.0);
    const index_t seen = strict ? i : i + 1;
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (index_t j = 0; j < seen; ++j) {
      double dot = 0;
      for (index_t c = 0; c < D(); ++c) dot += at(q, b, i, h, c) * at(k, b, j, h, c);
      double score = dot / std::sqrt(static_cast<double>(D()));
      if (bias.defined()) score += static_cast<double>(bias.data()[h * bias.dim(1) + i - j]);
      p[static_cast<std::size_t>(j)] = score;
      largest = std::max(largest, score);
    }
    for (index_t j = 0; j < seen; ++j) {
      double& x = p[static_cast<std::size_t>(j)];
      sum += x = std::exp(x - largest);
    }
    for (index_t j = 0; j < seen; ++j) p[static_cast<std::size_t>(j)] /= sum;
    return p;
  }

  /// Output, and for an upstream gradient the textbook's dq, dk, dv, dbias.
  struct Result {
    Tensor out, dq, dk, dv, dbias;
  };
  Result run(const Tensor& dout) const {
    Result r{Tensor::zeros(q.shape()), Tensor::zeros(q.shape()), Tensor::zeros(q.shape()),
             Tensor::zeros(q.shape()), Tensor::zeros({H, T()})};
    const double scale = 1 / std::sqrt(static_cast<double>(D()));
    const auto add = [&](Tensor& x, index_t b, index_t t, index_t h, index_t c, double value) {
      x.data()[(b * T() + t) * C() + h * D() + c] += static_cast<real>(value);
    };
    for (index_t b = 0; b < B(); ++b)
      for (index_t h = 0; h < H; ++h)
        for (index_t i = 0; i < T(); ++i) {
          const std::vector<double> p = weights(b, h, i);
          std::vector<double> dp(p.size(), 0.0);
          double dot = 0;
          for (index_t j = 0; j <= i; ++j) {
            const double weight = p[static_cast<std::size_t>(j)];
            for (index_t c = 0; c < D(); ++c) {
              add(r.out, b, i, h, c, weight * at(v, b, j, h, c));
              add(r.dv, b, j, h, c, weight * at(dout, b, i, h, c));
              dp[static_cast<std::size_t>(j)] += at(dout, b, i, h, c) * at(v, b, j, h, c);
            }
            dot += weight * dp[static_cast<std::size_t>(j)];
          }
          for (index_t j = 0; j <= i; ++j) {
            const double ds =
                p[static_cast<std::size_t>(j)] * (dp[static_cast<std::size_t>(j)] - dot);
            r.dbias.data()[h * T() + i - j] += static_cast<real>(ds);
            for (index_t c = 0; c < D(); ++c) {
              add(r.dq, b, i, h, c, ds * scale * at(k, b, j, h, c));
              add(r.dk, b, j, h, c, ds * scale * at(q, b, i, h, c));
            }
          }
        }
    return r;
  }
};

Dense make_dense(index_t B, index_t T, index_t H, index_t D, bool with_bias, bool strict) {
  const Shape shape{B, T, H * D};
  return {random_tensor(shape, 1),
          random_tensor(shape, 2),
          random_tensor(shape, 3),
          with_bias ? random_tensor({H, T}, 4) : Tensor(),
          H,
          strict};
}

/// Differences of output and gradients between the op and the definition, largest of all.
double difference(const Dense& dense) {
  Variable q(dense.q, true), k(dense.k, true), v(dense.v, true), bias;
  if (dense.bias.defined()) bias = Variable(dense.bias, true);
  const Variable out = causal_attention(q, k, v, bias, {dense.H, dense.strict});
  const Tensor dout = random_tensor(out.shape(), 5);
  backward(out, dout);
  const Dense::Result r = dense.run(dout);
  double worst = max_difference(out.value(), r.out);
  for (const double d : {max_difference(q.grad(), r.dq), max_difference(k.grad(), r.dk),
                         max_difference(v.grad(), r.dv)})
    worst = d <= worst ? worst : d;
  if (bias.defined()) {
    const double d = max_difference(bias.grad(), r.dbias);
    worst = d <= worst ? worst : d;
  }
  return worst;
}

}  // namespace

TEST_SUITE_BEGIN("causal_attention");

TEST_CASE("values by hand") {
  const Variable q(Tensor::from({1, 2, 1}, {0, 0})), v(Tensor::from({1, 2, 1}, {2, 6}));
  const Tensor out = causal_attention(q, q, v, {}, {}).value();
  CHECK(max_difference(out, Tensor::from({1, 2, 1}, {2, 4})) <= testing::kRounding);
  const Variable bias(Tensor::from({1, 2}, {0, static_cast<real>(std::log(3.0))}));
  const Tensor biased = causal_attention(q, q, v, bias, {}).value();  // weights 3/4 and 1/4
  CHECK(max_difference(biased, Tensor::from({1, 2, 1}, {2, 3})) <= 4 * testing::kRounding);
}

TEST_CASE("equals the definition around the edges of tiles") {
  // Sums of up to 2049 terms of size one: double keeps 1e-11; float rounding grows with the row
  // sums that the table gradient adds up.
  const double tolerance = sizeof(real) == 8 ? 1e-11 : 2e-4;
  for (const index_t T : {1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257})
    for (const bool strict : {false, true}) {
      const std::string name = message("T ", T, strict ? " strict" : "");
      CAPTURE(name);
      CHECK(difference(make_dense(2, T, 3, 4, true, strict)) <= tolerance);
      CHECK(difference(make_dense(1, T, 2, 5, false, strict)) <= tolerance);
    }
  CHECK(difference(make_dense(1, 2049, 1, 4, true, false)) <= 5 * tolerance);
  CHECK(difference(make_dense(1, 2049, 1, 4, true, true)) <= 5 * tolerance);
}

TEST_CASE("gradients against central differences") {
  for (const bool strict : {false, true})
    check_gradient(
        [strict](const auto& x) {
          return causal_attention(x[0], x[1], x[2], x[3], {2, strict});
        },
        {random_tensor({2, 5, 4}, 1), random_tensor({2, 5, 4}, 2), random_tensor({2, 5, 4}, 3),
         random_tensor({2, 7}, 4)});
}

TEST_CASE("reads q, k and v from columns of one projection") {
  const index_t T = 130, C = 6;
  Variable qkv(random_tensor({2, T, 3 * C}, 1), true);
  const auto part = [&](index_t begin) {
    Tensor x = Tensor::empty({2, T, C});
    for (index_t row = 0; row < 2 * T; ++row)
      std::copy_n(qkv.value().data() + row * 3 * C + begin, C, x.data() + row * C);
    return Variable(x, true);
  };
  Variable q = part(0), k = part(C), v = part(2 * C);
  const Variable together = causal_attention({qkv, 0, C}, {qkv, C, C}, {qkv, 2 * C, C}, {}, {2});
  const Variable apart = causal_attention(q, k, v, {}, {2});
  CHECK(max_difference(together.value(), apart.value()) == 0);
  const Tensor dout = random_tensor({2, T, C}, 2);
  backward(together, dout);
  backward(apart, dout);
  Tensor dk = Tensor::empty({2, T, C});
  for (index_t row = 0; row < 2 * T; ++row)
    std::copy_n(qkv.grad().data() + row * 3 * C + C, C, dk.data() + row * C);
  CHECK(max_difference(dk, k.grad()) == 0);
}

TEST_CASE("a row that sees no key gives zero, not NaN") {
  Variable x(random_tensor({1, 3, 2}, 1), true);
  const Variable out = causal_attention(x, x, x, {}, {1, true});
  CHECK(out.value().data()[0] == 0);
  CHECK(out.value().data()[1] == 0);
  backward(out, Tensor::full({1, 3, 2}, 1));
  for (const real g : x.grad().values()) CHECK(std::isfinite(g));
}

TEST_CASE("logits of -1e6 leave the softmax finite and exact") {
  const index_t T = 300;
  Dense dense = make_dense(1, T, 1, 4, true, false);
  for (index_t d = 0; d < T; ++d)
    dense.bias.data()[d] = d % 3 == 0 ? real{-1e6} : dense.bias.data()[d];
  CHECK(difference(dense) <= (sizeof(real) == 8 ? 1e-9 : 2e-4));
  dense.bias.fill(real{-1e6});  // all alike: the same as no bias at all
  Dense without = dense;
  without.bias = Tensor();
  const Tensor dout = random_tensor(dense.q.shape(), 5);
  // A float near 1e6 resolves 0.06: scores round to that, and so do the weights.
  CHECK(max_difference(dense.run(dout).out, without.run(dout).out) <= 1e-9 + testing::kRounding);
  CHECK(difference(dense) <= (sizeof(real) == 8 ? 1e-9 : 0.5));
}

TEST_CASE("NaN anywhere a row looks shows in its output") {
  Tensor v = random_tensor({1, 4, 2}, 1), k = random_tensor({1, 4, 2}, 2);
  k.data()[2] = std::numeric_limits<real>::quiet_NaN();  // key 1
  const Variable q(random_tensor({1, 4, 2}, 3));
  const Tensor out = causal_attention(q, Variable(k), Variable(v), {}, {1}).value();
  CHECK(std::isfinite(out.data()[0]));
  for (index_t row = 1; row < 4; ++row) CHECK(std::isnan(out.data()[row * 2]));
}

TEST_CASE("the bits do not depend on the number of threads") {
  pj::testing::check_same_bits([] {
    const Shape shape{2, 300, 8};
    Variable q(random_tensor(shape, 1), true), k(random_tensor(shape, 2), true);
    Variable v(random_tensor(shape, 3), true), bias(random_tensor({2, 300}, 4), true);
    const Variable out = causal_attention(q, k, v, bias, {2});
    backward(out, random_tensor(shape, 5));
    return std::vector<Tensor>{out.value(), q.grad(), k.grad(), v.grad(), bias.grad()};
  });
}

TEST_CASE("memory grows with T, not with its square") {
  const auto peak = [](index_t T) {
    Variable x(random_tensor({1, T, 4}, 1), true), bias(random_tensor({1, T}, 2), true);
    reset_peak_buffer_use();
    const index_t before = buffer_counts().used_bytes;
    const Variable out = causal_attention(x, x, x, bias, {1});
    backward(out, Tensor::full(out.shape(), 1));
    return buffer_counts().peak_used_bytes - before;
  };
  const index_t tile_bytes = 4 * 128 * 256 * index_t{sizeof(real)} * num_threads();
  CHECK(peak(4096) <= tile_bytes + 4096 * 64 * index_t{sizeof(real)});
  CHECK(peak(8192) <= tile_bytes + 8192 * 64 * index_t{sizeof(real)});
}

TEST_CASE("attention_row gives the weights of the definition") {
  const Dense dense = make_dense(2, 40, 2, 3, true, true);
  const Variable q(dense.q), k(dense.k), bias(dense.bias);
  for (const index_t row : {0, 1, 39}) {
    std::vector<double> weights(static_cast<std::size_t>(2 * (row + 1)));
    attention_row(q, k, bias, {2, true}, 1, row, weights);
    for (index_t h = 0; h < 2; ++h) {
      const std::vector<double> p = dense.weights(1, h, row);
      for (index_t j = 0; j <= row; ++j)
        CHECK(std::abs(weights[static_cast<std::size_t>(h * (row + 1) + j)] -
                       p[static_cast<std::size_t>(j)]) <= 1e-14);
    }
  }
}

TEST_CASE("shapes that do not fit are named") {
  const Variable x(Tensor::zeros({1, 4, 6})), y(Tensor::zeros({1, 5, 6}));
  CHECK_THROWS_WITH_AS(causal_attention(x, x, x, {}, {4}),
                       "causal_attention: width must divide into heads, got width 6 and 4 heads",
                       ShapeError);
  CHECK_THROWS_AS(causal_attention(x, y, x, {}, {2}), ShapeError);
  CHECK_THROWS_WITH_AS(causal_attention(x, x, x, Variable(Tensor::zeros({2, 3})), {2}),
                       "causal_attention: lag_bias must have shape (2, at least 4), got (2, 3)",
                       ShapeError);
}

TEST_SUITE_END();
