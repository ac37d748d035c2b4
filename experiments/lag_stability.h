#pragma once

#include <vector>

#include "experiments/coordinate_variants.h"

namespace pj {

/// A coordinate variant at lags 0..num_lags-1, in double.
struct LagTable {
  index_t num_lags = 0;
  std::vector<double> amplitudes;  ///< (num_lags, R+1)
  std::vector<double> phases;      ///< (num_lags), tokens
  double omega = 0.0;              ///< radians per token
};

LagTable lag_table(const CoordinateVariant& variant, const VariantSettings& settings, double omega,
                   index_t num_lags);

/// The bias of the highest order, A_R(d) cos(omega phase(d)), and what attention would make of it.
struct BiasMeasures {
  double abs_max = 0.0, rms = 0.0;
  double weighted_logit_std = 0.0;  ///< a lag counts as often as a causal square has it: T - d
  double final_entropy = 0.0;       ///< of the softmax over the final row, nats
  double final_support = 0.0;       ///< e^entropy
  double final_distance = 0.0;      ///< sum of weight times lag, tokens
};
BiasMeasures measure_bias(const LagTable& table);

/// The 2-norm over orders at each lag, which stands for the norms of q and k.
struct NormMeasures {
  double max = 0.0, final = 0.0, mean = 0.0;
  double amplitude_max = 0.0;
};
NormMeasures measure_norms(const LagTable& table);

/// Relative 2-norm error of the amplitudes as symmetric integers, with one scale or one an order.
double quantisation_error(const LagTable& table, int bits, bool per_order);

/// The phase over the far half, lags T/2 to T-1.
struct PhaseMeasures {
  double final_step = 0.0;      ///< of the last lag, in tokens: 1 for an unbent phase
  double far_mean_step = 0.0;   ///< tokens
  double far_span = 0.0;        ///< radians between the ends
  double small_steps = 0.0;     ///< share of steps below kPhaseResolution
  double collisions = 0.0;      ///< share of sampled wrapped phases nearer than that to another
  double nearest_median = 0.0;  ///< lower median of the distance to the nearest one, radians
};
inline constexpr double kPhaseResolution = 1e-3;  ///< radians
PhaseMeasures measure_phases(const LagTable& table, const std::vector<index_t>& sampled_lags);

/// Condition number of the features A_r cos, A_r sin at some lags, columns standardised; singular
/// values below kSmallestSingular count as that.
inline constexpr double kSmallestSingular = 1e-12;
double feature_condition(const LagTable& table, const std::vector<index_t>& lags);

}  // namespace pj
