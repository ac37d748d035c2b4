#include "experiments/lag_stability.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "experiments/quantise.h"
#include "pj/tensor/lapack.h"

namespace pj {
namespace {

index_t num_orders(const LagTable& table) {
  return static_cast<index_t>(table.amplitudes.size()) / table.num_lags;
}

/// The distances of angles to their nearest neighbour on the circle.
std::vector<double> nearest_angles(std::vector<double> angles) {
  constexpr double kTurn = 2 * std::numbers::pi;
  std::sort(angles.begin(), angles.end());
  std::vector<double> nearest;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const double before = i > 0 ? angles[i - 1] : angles.back() - kTurn;
    const double after = i + 1 < angles.size() ? angles[i + 1] : angles.front() + kTurn;
    nearest.push_back(std::min(angles[i] - before, after - angles[i]));
  }
  return nearest;
}

double share_below(const std::vector<double>& values, double limit) {
  const auto below =
      std::count_if(values.begin(), values.end(), [=](double v) { return v < limit; });
  return static_cast<double>(below) / static_cast<double>(values.size());
}

/// To mean 0 and sample standard deviation 1.
void standardise(std::span<double> x) {
  const auto n = static_cast<double>(x.size());
  double mean = 0.0, squares = 0.0;
  for (const double value : x) mean += value / n;
  for (const double value : x) squares += (value - mean) * (value - mean);
  for (double& value : x) value = (value - mean) / std::sqrt(squares / (n - 1));
}

}  // namespace

LagTable lag_table(const CoordinateVariant& variant, const VariantSettings& settings, double omega,
                   index_t num_lags) {
  LagTable table;
  table.num_lags = num_lags;
  table.omega = omega;
  for (index_t d = 0; d < num_lags; ++d) {
    const auto lag = static_cast<double>(d);
    for (int r = 0; r <= settings.max_order; ++r)
      table.amplitudes.push_back(variant.amplitude(r, lag, settings));
    table.phases.push_back(variant.phase(lag, settings.train_len));
  }
  return table;
}

BiasMeasures measure_bias(const LagTable& table) {
  const auto orders = static_cast<std::size_t>(num_orders(table));
  const auto T = static_cast<std::size_t>(table.num_lags);
  std::vector<double> bias(T);
  BiasMeasures m;
  double squares = 0.0, weighted = 0.0, weights = 0.0, top = -HUGE_VAL;
  for (std::size_t d = 0; d < T; ++d) {
    bias[d] = table.amplitudes[(d + 1) * orders - 1] * std::cos(table.omega * table.phases[d]);
    m.abs_max = std::max(m.abs_max, std::abs(bias[d]));
    top = std::max(top, bias[d]);
    squares += bias[d] * bias[d];
    weights += static_cast<double>(T - d);
    weighted += static_cast<double>(T - d) * bias[d];
  }
  m.rms = std::sqrt(squares / static_cast<double>(T));
  double variance = 0.0, normaliser = 0.0, shifted = 0.0, distance = 0.0;
  for (std::size_t d = 0; d < T; ++d) {
    const double from_mean = bias[d] - weighted / weights, below = bias[d] - top;
    variance += static_cast<double>(T - d) * from_mean * from_mean;
    const double e = std::exp(below);
    normaliser += e;
    if (e > 0) shifted += e * below;
    distance += e * static_cast<double>(d);
  }
  m.weighted_logit_std = std::sqrt(variance / weights);
  m.final_entropy = std::log(normaliser) - shifted / normaliser;
  m.final_support = std::exp(m.final_entropy);
  m.final_distance = distance / normaliser;
  return m;
}

NormMeasures measure_norms(const LagTable& table) {
  const index_t orders = num_orders(table);
  NormMeasures m;
  double sum = 0.0;
  const double* a = table.amplitudes.data();
  for (index_t d = 0; d < table.num_lags; ++d, a += orders) {
    double squares = 0.0;
    for (index_t r = 0; r < orders; ++r) {
      squares += a[r] * a[r];
      m.amplitude_max = std::max(m.amplitude_max, std::abs(a[r]));
    }
    m.final = std::sqrt(squares);
    m.max = std::max(m.max, m.final);
    sum += m.final;
  }
  m.mean = sum / static_cast<double>(table.num_lags);
  return m;
}

double quantisation_error(const LagTable& table, int bits, bool per_order) {
  const std::span<const double> exact = table.amplitudes;
  std::vector<double> rounded(exact.size());
  quantise<double>(exact, per_order ? num_orders(table) : 1, bits, rounded);
  return relative_error<double>(rounded, exact);
}

PhaseMeasures measure_phases(const LagTable& table, const std::vector<index_t>& sampled_lags) {
  const auto& phase = table.phases;
  const std::size_t T = phase.size(), half = T / 2;
  PhaseMeasures m;
  std::vector<double> steps, wrapped;
  for (std::size_t d = half; d + 1 < T; ++d)
    steps.push_back(table.omega * (phase[d + 1] - phase[d]));
  m.final_step = phase[T - 1] - phase[T - 2];
  m.far_mean_step = (phase[T - 1] - phase[half]) / static_cast<double>(steps.size());
  m.far_span = table.omega * (phase[T - 1] - phase[half]);
  m.small_steps = share_below(steps, kPhaseResolution);
  for (const index_t lag : sampled_lags)
    wrapped.push_back(
        std::fmod(table.omega * phase[static_cast<std::size_t>(lag)], 2 * std::numbers::pi));
  std::vector<double> nearest = nearest_angles(std::move(wrapped));
  m.collisions = share_below(nearest, kPhaseResolution);
  const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>((nearest.size() - 1) / 2);
  std::nth_element(nearest.begin(), middle, nearest.end());
  m.nearest_median = *middle;
  return m;
}

double feature_condition(const LagTable& table, const std::vector<index_t>& lags) {
  const index_t orders = num_orders(table);
  ColumnMatrix features(static_cast<index_t>(lags.size()), 2 * orders);
  for (index_t r = 0; r < orders; ++r) {
    const std::span<double> cosines = features.column(2 * r), sines = features.column(2 * r + 1);
    for (std::size_t i = 0; i < lags.size(); ++i) {
      const double angle = table.omega * table.phases[static_cast<std::size_t>(lags[i])];
      const double a = table.amplitudes[static_cast<std::size_t>(lags[i] * orders + r)];
      cosines[i] = a * std::cos(angle);
      sines[i] = a * std::sin(angle);
    }
  }
  for (index_t j = 0; j < features.columns(); ++j) standardise(features.column(j));
  std::vector<double> s = singular_values(features);
  for (double& value : s) value = std::max(value, kSmallestSingular);
  return condition_number(s);
}

}  // namespace pj
