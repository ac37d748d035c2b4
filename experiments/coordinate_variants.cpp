#include "experiments/coordinate_variants.h"

#include <algorithm>
#include <cmath>

#include "experiments/targets.h"
#include "pj/core/join.h"
#include "pj/position/scalar_kernels.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kLagChunk = 1024;

double raw(int order, double lag, const VariantSettings&) { return jet_amplitude(lag, order); }

double undamped(int order, double lag, const VariantSettings& s) {
  return jet_amplitude(train_lengths(lag, s.train_len), order);
}

double scaled(int order, double lag, const VariantSettings& s) {
  return undamped(order, lag, s) * jet_decay(train_lengths(lag, s.train_len), s.damping);
}

double clipped(int order, double lag, const VariantSettings& s) {
  return jet_amplitude(std::min(train_lengths(lag, s.train_len), 1.0), order);
}

double logarithmic(int order, double lag, const VariantSettings& s) {
  return jet_amplitude(std::log1p(train_lengths(lag, s.train_len)), order);
}

double bounded(int order, double lag, const VariantSettings& s) {
  return lightcone_order_amplitude(lightcone_amplitude(lag, s.train_len), order);
}

double lag_itself(double lag, double) { return lag; }

}  // namespace

const std::vector<CoordinateVariant>& coordinate_variants() {
  static const std::vector<CoordinateVariant> variants = {
      {"raw", raw, lag_itself},
      {"scaled", scaled, lag_itself},
      {"clipped", clipped, lag_itself},
      {"log", logarithmic, lag_itself},
      {"lc_amp_only", bounded, lag_itself},
      {"lc_phase_only", undamped, lightcone_phase},
      {"lc", bounded, lightcone_phase},
      {"lc_wrong_scale", bounded, rapidity},
  };
  return variants;
}

std::vector<std::string> coordinate_variant_names() {
  std::vector<std::string> names;
  for (const CoordinateVariant& variant : coordinate_variants()) names.push_back(variant.name);
  return names;
}

const CoordinateVariant& find_coordinate_variant(std::string_view name) {
  for (const CoordinateVariant& variant : coordinate_variants())
    if (variant.name == name) return variant;
  throw UsageError(message("coordinate variant must be one of ",
                           join(coordinate_variant_names(), ", "), ", got '", name, "'"));
}

Tensor lag_features(const CoordinateVariant& variant, const VariantSettings& settings,
                    const std::vector<double>& cycles, index_t first_lag, index_t num_lags) {
  const index_t orders = settings.max_order + 1;
  const index_t width = 2 * orders * static_cast<index_t>(cycles.size());
  Tensor features = Tensor::empty({num_lags, width});
  const auto fill = [&](index_t begin, index_t end) {
    std::vector<double> amplitudes(static_cast<std::size_t>(orders));
    for (index_t i = begin; i < end; ++i) {
      const auto lag = static_cast<double>(first_lag + i);
      for (int r = 0; r < orders; ++r)
        amplitudes[static_cast<std::size_t>(r)] = variant.amplitude(r, lag, settings);
      const double phase = variant.phase(lag, settings.train_len);
      real* at = features.data() + i * width;
      for (const double c : cycles) {
        const double angle = cycles_to_omega(c, settings.train_len) * phase;
        const double cosine = std::cos(angle), sine = std::sin(angle);
        for (const double amplitude : amplitudes) {
          *at++ = static_cast<real>(amplitude * cosine);
          *at++ = static_cast<real>(amplitude * sine);
        }
      }
    }
  };
  for_each_chunk(num_lags, fill, kLagChunk);
  return features;
}

}  // namespace pj
