#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pj/core/error.h"
#include "pj/tensor/tensor.h"

namespace pj {

/// Settings of the lag features of the light-cone probes.
struct VariantSettings {
  double train_len = 1024;  ///< L, tokens
  int max_order = 3;        ///< R: orders 0..R
  double damping = 0.1;     ///< per train length, of `scaled` alone
};

/// One way to turn a lag into an amplitude for each order and a phase. With x = d / L:
///
///   raw             d^r / r!                  phase d
///   scaled          x^r / r! e^{-c x}         phase d
///   clipped         min(x, 1)^r / r!          phase d
///   log             ln(1 + x)^r / r!          phase d
///   lc_amp_only     beta^r                    phase d
///   lc_phase_only   x^r / r!                  phase L asinh(x)
///   lc              beta^r                    phase L asinh(x)
///   lc_wrong_scale  beta^r                    phase asinh(x), a negative control
struct CoordinateVariant {
  std::string name;
  double (*amplitude)(int order, double lag, const VariantSettings& settings);
  double (*phase)(double lag, double train_len);  ///< a frequency in radians multiplies it
};

/// All eight in that order.
const std::vector<CoordinateVariant>& coordinate_variants();
std::vector<std::string> coordinate_variant_names();

/// The row of a name; throws UsageError that lists the names.
const CoordinateVariant& find_coordinate_variant(std::string_view name);

/// What stands for a lag in the retrieval probes: for each frequency w, then each order, the pair
/// A_r(d) cos(w phase), A_r(d) sin(w phase). Computed in double, stored as `real`.
///
/// shapes    (num_lags, 2 (R + 1) frequencies), first row lag first_lag
/// units     cycles per train length
Tensor lag_features(const CoordinateVariant& variant, const VariantSettings& settings,
                    const std::vector<double>& cycles, index_t first_lag, index_t num_lags);

}  // namespace pj
