#include "pj/position/pj_bias.h"

#include <cmath>
#include <numbers>

#include "pj/nn/init.h"
#include "pj/ops/arithmetic.h"
#include "pj/ops/shape_ops.h"
#include "pj/ops/softmax.h"
#include "pj/ops/unary.h"
#include "pj/position/jet_sum.h"
#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr double kFavoured = 2.0, kDampingInit = -2.0;
constexpr index_t kNumSectors = 3;

/// Logits of shape (H, N): +2 in the favoured column and -2 in the others, or 0 without one.
Variable logits(index_t num_heads, index_t columns, index_t favoured) {
  Variable x = constant_parameter({num_heads, columns}, favoured >= 0 ? -kFavoured : 0.0);
  for (index_t h = 0; favoured >= 0 && h < num_heads; ++h)
    x.mutable_value().data()[h * columns + favoured] = static_cast<real>(kFavoured);
  return x;
}

Tensor start_omega(const PjBiasConfig& config) {
  const index_t H = config.num_heads;
  const std::vector<double> cycles = config.cycles.empty() ? spaced_cycles(H) : config.cycles;
  const auto given = static_cast<index_t>(cycles.size());
  require<ValueError>(given == 1 || given == H, "PjBias: cycles must be one or ", H, ", got ",
                      given);
  Tensor omega = Tensor::empty({H});
  for (index_t h = 0; h < H; ++h)
    omega.data()[h] = static_cast<real>(
        2 * std::numbers::pi * cycles[static_cast<std::size_t>(h % given)] / config.train_len);
  return omega;
}

double start_slope(const PjBiasConfig& config) {
  const double s = config.slope_init;
  if (config.signed_slope) return s;
  require<ValueError>(s > 0, "PjBias: slope at the start must be positive, got ", s);
  return s + std::log(-std::expm1(-s));  // softplus^-1, for any size of s
}

void check(const PjBiasConfig& config) {
  require<ValueError>(config.sectors.any(), "PjBias: a sector must be enabled, got none");
  require<ValueError>(config.num_heads >= 1, "PjBias: heads must be at least 1, got ",
                      config.num_heads);
  require<ValueError>(config.max_order >= 0, "PjBias: highest order must not be negative, got ",
                      config.max_order);
  require<ValueError>(config.train_len > 0, "PjBias: train length must be positive, got ",
                      config.train_len);
  require<ValueError>(!config.gate_init || config.sectors.has(*config.gate_init),
                      "PjBias: the gate to start from must be of an enabled sector, got ",
                      config.gate_init ? to_text(*config.gate_init) : "", " with sectors ",
                      to_text(config.sectors));
  require<ValueError>(config.order_init >= -1 && config.order_init <= config.max_order,
                      "PjBias: order to start from must be between 0 and ", config.max_order,
                      " or -1, got ", config.order_init);
}

PjBiasParameters start(const PjBiasConfig& config, Stream& init) {
  check(config);
  const index_t H = config.num_heads;
  const Shape orders{H, config.max_order + 1};
  PjBiasParameters p;
  p.omega = Variable(start_omega(config), config.learn_omega);
  p.gate_logits =
      logits(H, kNumSectors, config.gate_init ? static_cast<index_t>(*config.gate_init) : -1);
  p.fj_alpha_logits = logits(H, orders.dim(1), config.order_init);
  p.lc_alpha_logits = logits(H, orders.dim(1), config.order_init);
  for (Variable* zeta : {&p.fj_zeta_re, &p.fj_zeta_im, &p.lc_zeta_re, &p.lc_zeta_im})
    *zeta = normal_parameter(orders, config.zeta_std, init);
  p.raw_fj_damping = constant_parameter({H}, kDampingInit);
  p.raw_affine_slope = constant_parameter({H}, start_slope(config));
  return p;
}

Variable column(const Variable& gates, Sector sector) {
  const auto at = static_cast<index_t>(sector);
  return slice(gates, 1, at, at + 1);
}

}  // namespace

std::vector<double> spaced_cycles(index_t num_heads, double last) {
  if (num_heads == 1) return {last};
  std::vector<double> cycles;
  for (index_t h = 0; h < num_heads; ++h)
    cycles.push_back(1 + (last - 1) * static_cast<double>(h) / static_cast<double>(num_heads - 1));
  return cycles;
}

std::optional<Sector> parse_gate_init(std::string_view text) {
  return text == "uniform" ? std::nullopt : std::optional(parse_sector(text));
}

PjBias::PjBias(const PjBiasConfig& config, Stream& init)
    : config_(config), p_(start(config, init)) {}

Variable PjBias::gates() const {
  const Sectors& s = config_.sectors;
  const auto flag = [](bool enabled) { return static_cast<real>(enabled ? 1 : 0); };
  return softmax(p_.gate_logits,
                 Tensor::from({kNumSectors}, {flag(s.fj), flag(s.affine), flag(s.lc)}));
}

Variable PjBias::slopes() const {
  return config_.signed_slope ? p_.raw_affine_slope : softplus(p_.raw_affine_slope);
}

Variable PjBias::dampings() const { return softplus(p_.raw_fj_damping); }

Variable PjBias::alphas(Sector sector) const {
  return softmax(sector == Sector::kFj ? p_.fj_alpha_logits : p_.lc_alpha_logits);
}

Variable PjBias::oscillating(Sector sector, const Variable& gates, index_t num_lags) const {
  const bool fj = sector == Sector::kFj;
  std::shared_ptr<const LagBasis>& basis = fj ? fj_basis_ : lc_basis_;
  if (basis == nullptr || basis->num_lags < num_lags)
    basis = std::make_shared<const LagBasis>(
        (fj ? fj_basis : lc_basis)(config_.max_order, config_.train_len, num_lags));
  const Variable weight = mul(column(gates, sector), alphas(sector));
  return jet_sum(mul(weight, fj ? p_.fj_zeta_re : p_.lc_zeta_re),
                 mul(weight, fj ? p_.fj_zeta_im : p_.lc_zeta_im), p_.omega,
                 fj ? dampings() : Variable(), basis, num_lags);
}

Variable PjBias::affine(const Variable& gates, index_t num_lags) const {
  const double unit = config_.signed_slope ? -1.0 : 1.0;
  Tensor slope_one = Tensor::empty({1, num_lags});
  for (index_t d = 0; d < num_lags; ++d)
    slope_one.data()[d] = static_cast<real>(
        affine_kernel(static_cast<double>(d), config_.train_len, unit, config_.rho));
  const Variable per_head =
      mul(column(gates, Sector::kAffine), reshape(slopes(), {config_.num_heads, 1}));
  return mul(per_head, Variable(slope_one));
}

Variable PjBias::table(index_t num_lags) const {
  require<ValueError>(num_lags >= 1, "PjBias: lags must be at least 1, got ", num_lags);
  const Variable g = gates();
  Variable sum;
  for (const Sector sector : {Sector::kFj, Sector::kAffine, Sector::kLc}) {
    if (!config_.sectors.has(sector)) continue;
    const Variable part =
        sector == Sector::kAffine ? affine(g, num_lags) : oscillating(sector, g, num_lags);
    sum = sum.defined() ? add(sum, part) : part;
  }
  return sum;
}

void PjBias::list_parameters(const std::string& prefix, Parameters& out) const {
  out.push_back({prefix + "omega", p_.omega});
  out.push_back({prefix + "gate_logits", p_.gate_logits});
  out.push_back({prefix + "fj_alpha_logits", p_.fj_alpha_logits});
  out.push_back({prefix + "lc_alpha_logits", p_.lc_alpha_logits});
  out.push_back({prefix + "fj_zeta_re", p_.fj_zeta_re});
  out.push_back({prefix + "fj_zeta_im", p_.fj_zeta_im});
  out.push_back({prefix + "lc_zeta_re", p_.lc_zeta_re});
  out.push_back({prefix + "lc_zeta_im", p_.lc_zeta_im});
  out.push_back({prefix + "raw_fj_damping", p_.raw_fj_damping});
  out.push_back({prefix + "raw_affine_slope", p_.raw_affine_slope});
}

}  // namespace pj
