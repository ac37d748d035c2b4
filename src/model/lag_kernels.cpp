#include "pj/model/lag_kernels.h"

#include <cmath>

#include "pj/position/diagnostics.h"

namespace pj {
namespace {

/// The orders of a sector summed, times its gate.
std::vector<double> sector_part(const PjBias& bias, index_t head, Sector sector, double gate,
                                index_t num_lags) {
  std::vector<double> part(static_cast<std::size_t>(num_lags), 0.0);
  if (gate == 0) return part;
  for (const std::vector<double>& order : order_components(bias, head, sector, num_lags))
    for (std::size_t d = 0; d < order.size(); ++d) part[d] += gate * order[d];
  return part;
}

}  // namespace

std::vector<LagKernel> lag_kernels(const Transformer& model, index_t num_lags) {
  require<ValueError>(num_lags >= 1, "lag_kernels: num_lags must be at least 1, got ", num_lags);
  std::vector<LagKernel> kernels;
  if (model.config().method.bias != BiasKind::kPj) return kernels;
  const NoGrad no_grad;
  for (std::size_t layer = 0; layer < model.blocks().size(); ++layer) {
    const PjBias& bias = *model.blocks()[layer].attention().bias();
    const Tensor table = bias.table(num_lags).value();
    const std::vector<HeadDiagnostics> heads = diagnose(bias, 1);
    for (index_t h = 0; h < table.dim(0); ++h) {
      const std::array<double, 3>& gates = heads[static_cast<std::size_t>(h)].gates;
      LagKernel kernel = {static_cast<index_t>(layer), h, {}, {}, {}, {}, {}};
      kernel.fj = sector_part(bias, h, Sector::kFj, gates[0], num_lags);
      kernel.lc = sector_part(bias, h, Sector::kLc, gates[2], num_lags);
      for (index_t d = 0; d < num_lags; ++d) {
        const auto at = static_cast<std::size_t>(d);
        kernel.lags.push_back(d);
        kernel.bias.push_back(static_cast<double>(table.data()[h * num_lags + d]));
        kernel.affine.push_back(kernel.bias[at] - kernel.fj[at] - kernel.lc[at]);
      }
      kernels.push_back(std::move(kernel));
    }
  }
  return kernels;
}

LagKernel LagKernel::at(const std::vector<index_t>& places) const {
  LagKernel some = {layer, head, {}, {}, {}, {}, {}};
  for (const index_t place : places) {
    const auto i = static_cast<std::size_t>(place);
    some.lags.push_back(lags.at(i));
    some.bias.push_back(bias.at(i));
    some.fj.push_back(fj.at(i));
    some.affine.push_back(affine.at(i));
    some.lc.push_back(lc.at(i));
  }
  return some;
}

std::vector<index_t> log_spaced_lags(index_t num_lags, index_t per_octave) {
  std::vector<index_t> lags = {0};
  for (index_t k = 0;; ++k) {
    const double exponent = static_cast<double>(k) / static_cast<double>(per_octave);
    const auto lag = static_cast<index_t>(std::exp2(exponent));
    if (lag >= num_lags) return lags;
    if (lag > lags.back()) lags.push_back(lag);
  }
}

}  // namespace pj
