#pragma once

#include <array>
#include <optional>
#include <vector>

#include "pj/model/transformer.h"
#include "pj/position/diagnostics.h"

namespace pj {

/// What the learned bias of a model chose, averaged over layers and heads.
struct BiasSummary {
  std::array<double, 3> gates{};  ///< FJ, affine, LC
  double slope = 0;               ///< affine slope s
  std::vector<double> fj_mass,
      lc_mass;                  ///< effective mass g alpha_r |zeta_r| an order; empty if off
  double high_order_mass = 0;   ///< mass of orders >= 2 of both sectors
  double high_order_share = 0;  ///< of the mass of all orders; NaN if there is none
};

/// Nothing for a model whose method learns no bias.
std::optional<BiasSummary> summarise_bias(const Transformer& model);

}  // namespace pj
