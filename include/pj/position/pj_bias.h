#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/random.h"
#include "pj/nn/parameter.h"
#include "pj/position/lag_basis.h"
#include "pj/position/sectors.h"

namespace pj {

/// Settings of a PjBias. The second block is for probes; its defaults are the method's.
struct PjBiasConfig {
  index_t num_heads = 4;
  int max_order = 3;       ///< R: orders 0..R
  double train_len = 512;  ///< L, tokens
  Sectors sectors;
  Rho rho = Rho::kLinear;           ///< linear in every named method
  std::optional<Sector> gate_init;  ///< whose gate logit starts at +2, the others at -2; else 0
  int order_init = -1;    ///< order whose alpha logit starts at +2, the others at -2; -1 for none
  double slope_init = 2;  ///< s at the start, logits per unit of rho

  std::vector<double> cycles;  ///< per train length: one a head, one for all, or empty for 1..17
  bool learn_omega = true;     ///< false keeps omega at its start
  bool signed_slope = false;   ///< the affine sector is +s rho with any s, not -softplus(.) rho
  double zeta_std = 0.02;      ///< standard deviation of the amplitudes at the start
};

/// Cycles evenly spaced from 1 to `last` over the heads; `last` alone for one head.
std::vector<double> spaced_cycles(index_t num_heads, double last = 17);

/// A gate_init from "uniform" (none) or a sector's name; throws UsageError for anything else.
std::optional<Sector> parse_gate_init(std::string_view text);

/// The learned numbers of a PjBias under their state-dict names, shapes in brackets. All exist
/// whatever sectors are enabled; those of a disabled sector get no gradient.
struct PjBiasParameters {
  Variable omega;             ///< (H) radians per token, shared by FJ and LC
  Variable gate_logits;       ///< (H, 3): FJ, affine, LC
  Variable fj_alpha_logits;   ///< (H, R+1)
  Variable lc_alpha_logits;   ///< (H, R+1)
  Variable fj_zeta_re;        ///< (H, R+1)
  Variable fj_zeta_im;        ///< (H, R+1)
  Variable lc_zeta_re;        ///< (H, R+1)
  Variable lc_zeta_im;        ///< (H, R+1)
  Variable raw_fj_damping;    ///< (H): softplus of it is c
  Variable raw_affine_slope;  ///< (H): softplus of it is s, or s itself if the slope is signed
};

/// The learnable position bias of causal attention, added to the logits of query i and key j.
///
///   bias[h,d] = g_FJ sum_r alpha_r FJ_r(d) + g_aff A(d) + g_LC sum_r alpha'_r LC_r(d),  d = i - j
///
/// with gates g = softmax over the enabled sectors, order spectra alpha = softmax over orders, and
/// the kernels of scalar_kernels.h.
///
/// source    Zhang, PJ-RoPE: A Fourier-Jet-Affine Position Space for Relative Attention, 2026
class PjBias {
 public:
  /// Draws the amplitudes from `init`. Throws ValueError if no sector is enabled, gate_init favours
  /// a disabled one, order_init is above max_order, the number of cycles does not fit, or a size or
  /// length is out of range.
  PjBias(const PjBiasConfig& config, Stream& init);

  /// The bias at lags 0..num_lags-1: (H, T). Throws ValueError if num_lags < 1. Not thread-safe: it
  /// keeps the constant factors of the longest table so far.
  Variable table(index_t num_lags) const;

  Variable gates() const;                ///< (H, 3); exactly 0 where a sector is disabled
  Variable slopes() const;               ///< (H): s
  Variable dampings() const;             ///< (H): c
  Variable alphas(Sector sector) const;  ///< (H, R+1) of kFj or kLc

  const PjBiasConfig& config() const { return config_; }
  const PjBiasParameters& parameters() const { return p_; }
  PjBiasParameters& parameters() { return p_; }
  void list_parameters(const std::string& prefix, Parameters& out) const;

 private:
  Variable oscillating(Sector sector, const Variable& gates, index_t num_lags) const;
  Variable affine(const Variable& gates, index_t num_lags) const;

  PjBiasConfig config_;
  PjBiasParameters p_;
  mutable std::shared_ptr<const LagBasis> fj_basis_, lc_basis_;
};

}  // namespace pj
