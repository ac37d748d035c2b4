#include "pj/position/rotary_table.h"

#include <algorithm>
#include <cmath>

#include "testing/gradient_check.h"

using namespace pj;
using pj::testing::random_tensor;
using enum JordanTime;

TEST_SUITE_BEGIN("rotary_table");

namespace {

/// Scores q.k of one query and one key vector placed at positions (lag + start, start), for each
/// start; and the size |q| |k| that their rounding is relative to.
template <class Number>
struct Scores {
  std::vector<double> values;
  double size = 0.0;

  Scores(const RotarySpec& spec, index_t head_dim, index_t train_len, index_t lag,
         const std::vector<index_t>& starts) {
    const Tensor q = random_tensor({head_dim}, 1), k = random_tensor({head_dim}, 2);
    for (const index_t start : starts) {
      const auto a = placed(spec, q, train_len, start + lag, Side::kQuery);
      const auto b = placed(spec, k, train_len, start, Side::kKey);
      double score = 0.0, aa = 0.0, bb = 0.0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        score += static_cast<double>(a[i]) * static_cast<double>(b[i]);
        aa += static_cast<double>(a[i]) * static_cast<double>(a[i]);
        bb += static_cast<double>(b[i]) * static_cast<double>(b[i]);
      }
      values.push_back(score);
      size = std::max(size, std::sqrt(aa * bb));
    }
  }

  static std::vector<Number> placed(const RotarySpec& spec, const Tensor& x, index_t train_len,
                                    index_t position, Side side) {
    const RotaryTable<Number> table(spec, x.size(), {1, position, 0}, train_len);
    RotaryAction<Number> action(table, 1);
    action.move_to(0);
    const std::vector<Number> in(x.values().begin(), x.values().end());
    std::vector<Number> out(in.size());
    action.apply(out.data(), in.data(), side);
    return out;
  }

  double spread() const {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return *high - *low;
  }
};

const std::vector<index_t> kStarts = {0, 1, 1000, 32767 - 777};

}  // namespace

TEST_CASE("scores of every exact kind depend on the lag alone, up to position 32767") {
  std::vector<RotarySpec> exact{rope()};
  for (const JordanTime time : {kScaledExact, kRaw, kDamped})
    for (const index_t order : {2, 3}) exact.push_back(jordan(time, order));
  for (const RotarySpec& spec : exact) {
    CAPTURE(spec.order);
    for (const index_t lag : {0, 1, 63, 777}) {
      // The norms grow with the position and the score does not: what cancels, and so the rounding,
      // is a multiple of |q||k|. Angles are rounded to eps * 32767 radians before the cosine.
      const Scores<double> f64(spec, 24, 128, lag, kStarts);
      CHECK(f64.spread() <= 32767 * 0x1p-52 * f64.size);
      const Scores<float> f32(spec, 24, 128, lag, kStarts);
      CHECK(f32.spread() <= 8 * 0x1p-23 * f32.size);
    }
  }
}

TEST_CASE("stabilised breaks the law but stays bounded, raw grows polynomially") {
  const Scores<double> stabilised(jordan(kStabilised, 2), 24, 128, 100, kStarts);
  CHECK(stabilised.spread() >= 0.1 * stabilised.size / (1 + 0.1 * 128 * 0.1 * 128));
  const auto norm = [](JordanTime time, index_t order, index_t position) {
    const auto y = Scores<double>::placed(jordan(time, order), random_tensor({24}, 1), 128,
                                          position, Side::kQuery);
    double sum = 0.0;
    for (const double v : y) sum += v * v;
    return std::sqrt(sum);
  };
  CHECK(norm(kStabilised, 2, 32767) <= 0.1 * 128 * 2 * norm(kStabilised, 2, 0));
  CHECK(std::abs(norm(kRaw, 2, 32000) / norm(kRaw, 2, 16000) - 2) <= 0.01);
  CHECK(std::abs(norm(kRaw, 3, 32000) / norm(kRaw, 3, 16000) - 4) <= 0.02);
}

TEST_CASE("a range must hold positions") {
  CHECK_THROWS_WITH_AS(RotaryTable<double>(rope(), 8, {0, 0, 0}, 4),
                       "rotary: positions must begin at 0 or later and be at least 1, got 0 from 0",
                       ValueError);
  CHECK_THROWS_AS(RotaryTable<double>(rope(), 8, {1, -1, 0}, 4), ValueError);
}

TEST_CASE("the total length decides the scaling, wherever the range begins") {
  RotarySpec spec = rope();
  spec.scaling = Scaling::kPi;
  const auto at = [&](index_t first, index_t total) {
    const RotaryTable<double> table(spec, 2, {1, first, total}, 11);
    RotaryAction<double> action(table, 1);
    action.move_to(0);
    const double x[] = {1, 0};
    double y[2];
    action.apply(y, x, Side::kQuery);
    return std::atan2(y[1], y[0]);
  };
  CHECK(std::abs(at(2, 11) - 2) <= 1e-12);
  CHECK(std::abs(at(2, 21) - 1) <= 1e-12);
}

TEST_SUITE_END();
