#include "pj/position/diagnostics.h"

#include <cmath>
#include <complex>
#include <numeric>

#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr std::size_t kHighOrder = 2;

double at(const Variable& x, index_t i) { return static_cast<double>(x.value().data()[i]); }

std::vector<double> sum_of(const OrderComponents& components) {
  std::vector<double> sum(components.empty() ? 0 : components.front().size(), 0.0);
  for (const std::vector<double>& component : components)
    for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += component[d];
  return sum;
}

double norm(const std::vector<double>& x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

std::complex<double> zeta(const PjBias& bias, Sector sector, index_t i) {
  const PjBiasParameters& p = bias.parameters();
  return sector == Sector::kFj ? std::complex<double>(at(p.fj_zeta_re, i), at(p.fj_zeta_im, i))
                               : std::complex<double>(at(p.lc_zeta_re, i), at(p.lc_zeta_im, i));
}

OrderDiagnostics order_diagnostics(const PjBias& bias, index_t head, Sector sector, double gate,
                                   index_t window) {
  OrderDiagnostics result;
  if (!bias.config().sectors.has(sector)) return result;
  const Variable alphas = bias.alphas(sector);
  const index_t orders = alphas.dim(1);
  for (index_t i = head * orders; i < (head + 1) * orders; ++i)
    result.mass.push_back(gate * at(alphas, i) * std::abs(zeta(bias, sector, i)));
  const double total = std::accumulate(result.mass.begin(), result.mass.end(), 0.0);
  for (const double mass : result.mass) result.normalised_mass.push_back(mass / total);
  result.energy = functional_energy(order_components(bias, head, sector, window));
  return result;
}

}  // namespace

OrderComponents order_components(const PjBias& bias, index_t head, Sector sector,
                                 index_t num_lags) {
  const PjBiasConfig& config = bias.config();
  require<ValueError>(head >= 0 && head < config.num_heads, "order_components: head must be below ",
                      config.num_heads, ", got ", head);
  require<ValueError>(num_lags >= 1, "order_components: lags must be at least 1, got ", num_lags);
  const NoGrad no_grad;
  const Variable alphas = bias.alphas(sector);
  const double omega = at(bias.parameters().omega, head), damping = at(bias.dampings(), head);
  OrderComponents components;
  for (int r = 0; r <= config.max_order; ++r) {
    const index_t i = head * alphas.dim(1) + r;
    const std::complex<double> amplitude = at(alphas, i) * zeta(bias, sector, i);
    std::vector<double>& component = components.emplace_back();
    for (index_t d = 0; d < num_lags; ++d) {
      const auto lag = static_cast<double>(d);
      component.push_back(sector == Sector::kFj
                              ? fj_kernel(r, lag, config.train_len, omega, damping, amplitude)
                              : lc_kernel(r, lag, config.train_len, omega, amplitude));
    }
  }
  return components;
}

std::vector<double> functional_energy(const OrderComponents& components) {
  const double whole = norm(sum_of(components));
  std::vector<double> energy;
  for (const std::vector<double>& component : components) energy.push_back(norm(component) / whole);
  return energy;
}

std::vector<double> leave_one_out(const OrderComponents& components,
                                  std::span<const double> target) {
  const std::vector<double> sum = sum_of(components);
  require<ShapeError>(sum.size() == target.size(), "leave_one_out: target must have ", sum.size(),
                      " lags, got ", target.size());
  std::vector<double> deltas;
  for (const std::vector<double>& component : components) {
    double delta = 0.0;
    for (std::size_t d = 0; d < sum.size(); ++d) {
      const double with = sum[d] - target[d], without = with - component[d];
      delta += without * without - with * with;
    }
    deltas.push_back(delta / static_cast<double>(sum.size()));
  }
  return deltas;
}

std::vector<HeadDiagnostics> diagnose(const PjBias& bias, index_t window) {
  const NoGrad no_grad;
  const Variable gates = bias.gates(), slopes = bias.slopes(), dampings = bias.dampings();
  std::vector<HeadDiagnostics> heads;
  for (index_t h = 0; h < bias.config().num_heads; ++h) {
    HeadDiagnostics& head = heads.emplace_back();
    for (std::size_t s = 0; s < head.gates.size(); ++s)
      head.gates[s] = at(gates, h * 3 + static_cast<index_t>(s));
    head.omega = at(bias.parameters().omega, h);
    head.slope = at(slopes, h);
    head.damping = at(dampings, h);
    head.fj = order_diagnostics(bias, h, Sector::kFj, head.gates[0], window);
    head.lc = order_diagnostics(bias, h, Sector::kLc, head.gates[2], window);
    double total = 0.0;
    for (const OrderDiagnostics* orders : {&head.fj, &head.lc}) {
      for (std::size_t r = 0; r < orders->mass.size(); ++r) {
        total += orders->mass[r];
        if (r >= kHighOrder) head.high_order_mass += orders->mass[r];
      }
    }
    head.high_order_share = head.high_order_mass / total;
  }
  return heads;
}

}  // namespace pj
