#pragma once

#include <array>
#include <span>
#include <vector>

#include "pj/position/pj_bias.h"

namespace pj {

/// The values of each order at each lag: [r][d].
using OrderComponents = std::vector<std::vector<double>>;

/// alpha_r FJ_r(d) or alpha_r LC_r(d) of one head at lags 0..num_lags-1, before the gate, in
/// double. `sector` is kFj or kLc. Throws ValueError for a head or a number of lags out of range.
OrderComponents order_components(const PjBias& bias, index_t head, Sector sector, index_t num_lags);

/// How much of the function each order carries: ||C_r|| / ||sum_r C_r||, 2-norms over the lags. Not
/// a share: orders that cancel exceed 1.
std::vector<double> functional_energy(const OrderComponents& components);

/// What each order is worth: MSE(sum - C_r, target) - MSE(sum, target). Throws ShapeError if the
/// target has another number of lags.
std::vector<double> leave_one_out(const OrderComponents& components,
                                  std::span<const double> target);

/// The orders of one sector in one head, a number an order; all empty if the sector is disabled.
struct OrderDiagnostics {
  std::vector<double> mass;             ///< g alpha_r |zeta_r|
  std::vector<double> normalised_mass;  ///< divided by their sum over the orders of the sector
  std::vector<double> energy;           ///< functional_energy over the window
};

/// What one head has learned.
struct HeadDiagnostics {
  std::array<double, 3> gates{};  ///< FJ, affine, LC; 0 where disabled
  double omega = 0.0;             ///< radians per token
  double slope = 0.0;             ///< s, logits per unit of rho
  double damping = 0.0;           ///< c, per train length
  OrderDiagnostics fj, lc;
  double high_order_mass = 0.0;   ///< mass of orders >= 2, of both sectors
  double high_order_share = 0.0;  ///< of the mass of all orders; NaN if there is none
};

/// Diagnostics of every head; energies over lags 0..window-1.
std::vector<HeadDiagnostics> diagnose(const PjBias& bias, index_t window);

}  // namespace pj
