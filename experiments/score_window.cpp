#include "experiments/score_window.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "pj/core/random.h"

namespace pj {
namespace {

template <class Number>
double norm(const std::vector<Number>& x) {
  double squares = 0.0;
  for (const Number value : x) squares += static_cast<double>(value) * static_cast<double>(value);
  return std::sqrt(squares);
}

}  // namespace

ScoreVectors draw_score_vectors(std::uint64_t seed, index_t head_dim) {
  Stream stream(seed, "closure");
  ScoreVectors v;
  for (std::vector<double>* side : {&v.query, &v.key})
    for (index_t c = 0; c < head_dim; ++c)
      side->push_back(static_cast<double>(static_cast<float>(stream.normal())));
  return v;
}

template <class Number>
ScoreWindow scores_at(const RotarySpec& spec, const ScoreVectors& vectors, PositionRange range,
                      index_t train_len) {
  const auto head_dim = static_cast<index_t>(vectors.query.size());
  const RotaryTable<Number> table(spec, head_dim, range, train_len);
  RotaryAction<Number> action(table, 1);
  const std::vector<Number> q(vectors.query.begin(), vectors.query.end()),
      k(vectors.key.begin(), vectors.key.end());
  std::vector<Number> query(q.size()), key(k.size());
  action.move_to(range.count - 1);
  action.apply(query.data(), q.data(), Side::kQuery);
  ScoreWindow window;
  window.query_norm = norm(query);
  for (index_t j = 0; j < range.count; ++j) {
    action.move_to(j);
    action.apply(key.data(), k.data(), Side::kKey);
    Number score = 0;
    double magnitude = 0.0;
    for (std::size_t c = 0; c < key.size(); ++c) {
      score += query[c] * key[c];
      magnitude += std::abs(static_cast<double>(query[c]) * static_cast<double>(key[c]));
    }
    window.scores.push_back(static_cast<double>(score));
    window.key_norm = std::max(window.key_norm, norm(key));
    window.magnitude = std::max(window.magnitude, magnitude);
  }
  return window;
}

template ScoreWindow scores_at<float>(const RotarySpec&, const ScoreVectors&, PositionRange,
                                      index_t);
template ScoreWindow scores_at<double>(const RotarySpec&, const ScoreVectors&, PositionRange,
                                       index_t);

double derived_violation(const RotarySpec& spec, const ScoreVectors& vectors, PositionRange range,
                         index_t train_len) {
  const auto head_dim = static_cast<index_t>(vectors.query.size());
  const std::vector<double> omega =
      rotary_frequencies(spec, head_dim, range.first + range.count, train_len).omega;
  const auto t = [&](index_t position) {
    return jordan_time(spec, static_cast<double>(position), static_cast<double>(train_len));
  };
  const index_t last = range.count - 1;
  double largest = 0.0;
  for (index_t j = 0; j < range.count; ++j) {
    double slope = 0.0;
    for (std::size_t b = 0; b < omega.size(); ++b) {
      const std::complex<double> z1(vectors.query[4 * b + 2], vectors.query[4 * b + 3]);
      const std::complex<double> w0(vectors.key[4 * b], vectors.key[4 * b + 1]);
      slope +=
          std::real(std::polar(1.0, omega[b] * static_cast<double>(last - j)) * z1 * std::conj(w0));
    }
    const double moved = t(range.first + last) - t(range.first + j) - (t(last) - t(j));
    largest = std::max(largest, std::abs(moved * slope));
  }
  return largest;
}

}  // namespace pj
