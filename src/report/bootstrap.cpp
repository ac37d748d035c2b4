#include "pj/report/bootstrap.h"

#include <algorithm>
#include <numeric>

#include "pj/core/random.h"

namespace pj {
namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The mean over seeds of one resample's means over windows.
double resampled_mean(const std::vector<std::vector<double>>& differences, Stream& stream) {
  const auto seeds = static_cast<index_t>(differences.size());
  double total = 0;
  for (index_t s = 0; s < seeds; ++s) {
    const std::vector<double>& drawn = differences[static_cast<std::size_t>(stream.below(seeds))];
    const auto windows = static_cast<index_t>(drawn.size());
    double sum = 0;
    for (index_t w = 0; w < windows; ++w)
      sum += drawn[static_cast<std::size_t>(stream.below(windows))];
    total += sum / static_cast<double>(windows);
  }
  return total / static_cast<double>(seeds);
}

}  // namespace

PairedDifference paired_bootstrap(const std::vector<std::vector<double>>& differences,
                                  index_t resamples) {
  require<ValueError>(!differences.empty() && resamples >= 1,
                      "paired_bootstrap: seeds and resamples must be at least 1, got ",
                      differences.size(), " and ", resamples);
  PairedDifference result{.seeds = static_cast<index_t>(differences.size())};
  for (const std::vector<double>& windows : differences) {
    require<ValueError>(!windows.empty(), "paired_bootstrap: every seed must have windows, got 0");
    result.mean += mean_of(windows) / static_cast<double>(differences.size());
    result.windows += static_cast<index_t>(windows.size());
    result.won += std::ranges::count_if(windows, [](double x) { return x < 0; });
  }
  Stream stream(0, "bootstrap");
  std::vector<double> means;
  for (index_t i = 0; i < resamples; ++i) means.push_back(resampled_mean(differences, stream));
  std::ranges::sort(means);
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(share * static_cast<double>(resamples - 1) + 0.5)];
  };
  result.low = at(0.025);
  result.high = at(0.975);
  return result;
}

}  // namespace pj
