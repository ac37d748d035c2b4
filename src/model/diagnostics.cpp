#include "pj/model/diagnostics.h"

namespace pj {
namespace {

/// sum += share * x, growing an empty sum to x's size.
void add_share(std::vector<double>& sum, const std::vector<double>& x, double share) {
  sum.resize(x.size(), 0.0);
  for (std::size_t r = 0; r < x.size(); ++r) sum[r] += share * x[r];
}

double total(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value;
  return sum;
}

}  // namespace

std::optional<BiasSummary> summarise_bias(const Transformer& model) {
  if (model.config().method.bias != BiasKind::kPj) return std::nullopt;
  BiasSummary summary;
  const double share =
      1.0 / static_cast<double>(model.config().num_layers * model.config().num_heads);
  for (const Block& block : model.blocks())
    for (const HeadDiagnostics& head : diagnose(*block.attention().bias(), 1)) {
      for (std::size_t sector = 0; sector < 3; ++sector)
        summary.gates[sector] += share * head.gates[sector];
      summary.slope += share * head.slope;
      summary.high_order_mass += share * head.high_order_mass;
      add_share(summary.fj_mass, head.fj.mass, share);
      add_share(summary.lc_mass, head.lc.mass, share);
    }
  summary.high_order_share =
      summary.high_order_mass / (total(summary.fj_mass) + total(summary.lc_mass));
  return summary;
}

}  // namespace pj
