#include <algorithm>
#include <cmath>

#include "experiments/long_context_rows.h"
#include "experiments/long_context_summary.h"
#include "pj/core/numbers.h"

namespace pj {
namespace {

Figure loss_figure(const Scene& scene) {
  Figure figure{"loss_" + scene.file_name(),
                "Loss by length: " + scene.title(),
                {"evaluation length", "tokens", true},
                {"loss", "nats/token"},
                {}};
  for (const Variant& variant : variants_of(scene.rows)) {
    Series series{variant.name, {}, {}, SeriesStyle::kLinePoints};
    for (const std::string& length : scene.lengths()) {
      const Spread spread = variant.rows.where("length", length).spread_of("loss");
      if (!spread.mean) continue;
      series.x.push_back(*parse_number(length));
      series.y.push_back(*spread.mean);
      series.deviation.push_back(spread.deviation.value_or(0));
    }
    figure.series.push_back(std::move(series));
  }
  return figure;
}

/// Nothing if the baseline was not run.
std::optional<Figure> paired_figure(const Scene& scene, const std::string& baseline) {
  const std::vector<Variant> variants = variants_of(scene.rows);
  const auto base = std::ranges::find(variants, baseline, &Variant::name);
  if (base == variants.end() || variants.size() < 2) return std::nullopt;
  Figure figure{"paired_" + scene.file_name(),
                message("Loss minus that of ", baseline, ", 95 % intervals: ", scene.title()),
                {"evaluation length", "tokens", true},
                {"difference", "nats/token"},
                {}};
  double shift = std::pow(1.02, -static_cast<double>(variants.size()) / 2);
  for (const Variant& variant : variants) {
    if (variant.name == baseline) continue;
    Series series{variant.name, {}, {}, SeriesStyle::kPoints};
    for (const std::string& length : scene.lengths()) {
      const auto d = paired_difference_at(variant.rows, base->rows, length);
      if (!d) continue;
      series.x.push_back(*parse_number(length) * shift);  // so that intervals stand side by side
      series.y.push_back((d->low + d->high) / 2);
      series.deviation.push_back((d->high - d->low) / 2);
    }
    shift *= 1.02;
    figure.series.push_back(std::move(series));
  }
  return figure;
}

Figure position_figure(const Scene& scene) {
  Figure figure{"position_" + scene.file_name(),
                message("Loss by position in windows of ", scene.longest(), ": ", scene.title()),
                {"position in the window", "tokens", true},
                {"loss", "nats/token"},
                {}};
  for (const Variant& variant : variants_of(scene.rows)) {
    Series series{variant.name, {}, {}, SeriesStyle::kLine};
    series.y = mean_position_losses(variant.rows.where("length", scene.longest()));
    for (std::size_t i = 0; i < series.y.size(); ++i)
      series.x.push_back(std::exp2(static_cast<double>(i)) * 0.75);  // the middle of a bucket
    if (!series.x.empty()) figure.series.push_back(std::move(series));
  }
  return figure;
}

/// Bars of columns, a group a corpus and train length, of one method.
std::optional<Figure> bias_figure(const Results& results, const std::string& method,
                                  const std::vector<std::pair<std::string, std::string>>& bars,
                                  const std::string& name, const std::string& title) {
  Figure figure{name, title, {"", ""}, {"mean over seeds, layers and heads"}, {}};
  for (const auto& [column, label] : bars)
    figure.series.push_back({label, {}, {}, SeriesStyle::kBars});
  for (const Scene& scene : scenes_of(results.where("method", method).where("part", "train"))) {
    const Results rows = scene.rows.where("length", scene.train_len);
    if (rows.numbers("gate_affine").empty()) continue;
    std::string tick = scene.corpus + " " + scene.train_len;
    std::ranges::replace(tick, '_', ' ');
    for (std::size_t b = 0; b < bars.size(); ++b) {
      figure.series[b].x.push_back(static_cast<double>(figure.x.ticks.size()));
      figure.series[b].y.push_back(rows.mean(bars[b].first).value_or(std::nan("")));
    }
    figure.x.ticks.push_back(tick);
  }
  if (figure.x.ticks.empty()) return std::nullopt;
  return figure;
}

}  // namespace

std::vector<Figure> long_context_figures(const Results& results, const Arguments& settings) {
  std::vector<Figure> figures;
  for (const Scene& scene : scenes_of(results)) {
    figures.push_back(loss_figure(scene));
    if (auto figure = paired_figure(scene, settings.text("baseline")))
      figures.push_back(std::move(*figure));
    figures.push_back(position_figure(scene));
  }
  if (auto gates = bias_figure(results, "full",
                               {{"gate_fj", "FJ"}, {"gate_affine", "affine"}, {"gate_lc", "LC"}},
                               "gates_full", "Sector gates of full"))
    figures.push_back(std::move(*gates));
  if (auto masses = bias_figure(results, "full",
                                {{"fj_mass_1", "FJ order 1"},
                                 {"fj_mass_2", "FJ order 2"},
                                 {"fj_mass_3", "FJ order 3"},
                                 {"lc_mass_1", "LC order 1"},
                                 {"lc_mass_2", "LC order 2"},
                                 {"lc_mass_3", "LC order 3"}},
                                "masses_full", "Masses of the orders above 0 of full"))
    figures.push_back(std::move(*masses));
  return figures;
}

}  // namespace pj
