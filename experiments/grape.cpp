#include <algorithm>

#include "experiments/experiments.h"
#include "experiments/fit_settings.h"
#include "experiments/lag_fit.h"
#include "experiments/targets.h"
#include "pj/core/numbers.h"
#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr double kMet = 1e-20;
using Jets = KernelBasis::Jets;

const std::vector<KernelBasis>& bases() {
  static const std::vector<KernelBasis> kBases = {
      {.name = "grape_m_rope", .label = "GRAPE-M/RoPE", .jets = Jets::kFj},
      {.name = "grape_a_alibi", .label = "GRAPE-A/ALiBi", .affine = Rho::kLinear},
      {.name = "grape_ma_rope_alibi",
       .label = "GRAPE-M+A",
       .jets = Jets::kFj,
       .affine = Rho::kLinear},
      {.name = "pj_fj_R1", .label = "PJ-FJ R1", .jets = Jets::kFj, .max_order = 1},
      {.name = "pj_fj_R2", .label = "PJ-FJ R2", .jets = Jets::kFj, .max_order = 2},
      {.name = "pj_lc_R3", .label = "PJ-LC", .jets = Jets::kLc, .max_order = 3},
  };
  return kBases;
}

/// A target, and the bases that contain it.
struct GrapeTarget {
  std::string name, label;
  double (*value)(double lag, double train_len, double omega);
  std::vector<std::string> contained_in;
};

const std::vector<GrapeTarget>& grape_targets() {
  static const std::vector<GrapeTarget> kTargets = {
      {"phase",
       "\\(\\cos\\omega d\\)",
       [](double d, double L, double w) { return target_value("phase", d, L, w); },
       {"grape_m_rope", "grape_ma_rope_alibi", "pj_fj_R1", "pj_fj_R2"}},
      {"affine",
       "\\(-d/L\\)",
       [](double d, double L, double) { return affine_kernel(d, L, 1.0, Rho::kLinear); },
       {"grape_a_alibi", "grape_ma_rope_alibi"}},
      {"first_jet",
       "\\((d/L)\\cos\\omega d\\)",
       [](double d, double L, double w) { return target_value("first_jet", d, L, w); },
       {"pj_fj_R1", "pj_fj_R2"}},
      {"second_jet",
       "\\((d/L)^2\\cos\\omega d\\)",
       [](double d, double L, double w) { return 2.0 * fj_kernel(2, d, L, w, 0.0, 1.0); },
       {"pj_fj_R2"}},
      {"lc_core",
       "LC core",
       [](double d, double L, double w) { return target_value("lc_core", d, L, w); },
       {"pj_lc_R3"}},
  };
  return kTargets;
}

std::vector<double> values(const GrapeTarget& target, index_t num_lags, double train_len,
                           double omega) {
  std::vector<double> all;
  for (index_t d = 0; d < num_lags; ++d)
    all.push_back(target.value(static_cast<double>(d), train_len, omega));
  return all;
}

std::vector<Axis> grid(const Arguments& settings) {
  Axis basis{"basis", {}};
  for (const KernelBasis& each : bases()) basis.values.push_back(each.name);
  return {number_axis("omega_cycles", settings.value("cycles")), basis};
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const auto basis = std::find_if(bases().begin(), bases().end(), [&](const KernelBasis& each) {
    return each.name == point.text("basis");
  });
  const index_t train_len = settings.integer("train-len");
  const auto length = static_cast<double>(train_len);
  const double omega = cycles_to_omega(point.number("omega_cycles"), length);
  std::vector<std::vector<double>> train;
  for (const GrapeTarget& target : grape_targets())
    train.push_back(values(target, train_len, length, omega));
  const LagFit fit(*basis, train_len, omega, train);
  std::vector<Record> records;
  for (std::size_t k = 0; k < train.size(); ++k) {
    const GrapeTarget& target = grape_targets()[k];
    const double train_mse = fit_quality(fit.predict(k, train_len), train[k]).mse;
    for (const index_t eval_len : settings.integers("eval-lens")) {
      const FitQuality quality =
          fit_quality(fit.predict(k, eval_len), values(target, eval_len, length, omega));
      records.push_back({{"train_len", train_len},
                         {"eval_len", eval_len},
                         {"target", target.name},
                         {"target_label", target.label},
                         {"basis_label", basis->label},
                         {"basis_dim", basis->size()},
                         {"train_mse", train_mse},
                         {"mse", quality.mse},
                         {"r2", quality.r2},
                         {"condition_number", fit.condition_number()}});
    }
  }
  return records;
}

SummaryTable r2_table(const Results& results, const Cell& longest) {
  std::vector<Column> columns = {{"target"}};
  for (const KernelBasis& basis : bases()) columns.push_back({basis.label});
  SummaryTable summary{message("R2 over ", *longest.text(),
                               " lags, fitted on the train length, averaged over frequencies."),
                       Table(columns)};
  for (const std::string& target : results.distinct("target")) {
    Row row = {target};
    for (const KernelBasis& basis : bases())
      row.push_back(Cell::fixed(results.where("target", target)
                                    .where("basis", basis.name)
                                    .where("eval_len", longest)
                                    .mean("r2"),
                                4));
    summary.table.add(row);
  }
  return summary;
}

/// Whether train MSE is small for exactly the bases that contain the target.
Claim containment(const Results& results) {
  Claim claim{
      "The space contains GRAPE's exact special cases, and its jets and light cone lie "
      "outside of them.",
      message("train MSE at most ", to_text(kMet),
              " for a basis that contains the target, above it for every other"),
      "", Verdict::kUndecided};
  double inside = 0.0;
  std::optional<double> outside;
  for (const GrapeTarget& target : grape_targets()) {
    for (const Record& row : results.where("target", target.name).rows()) {
      const std::string basis = *cell_of(row, "basis").text();
      const double mse = cell_of(row, "train_mse").number().value_or(1.0);
      const bool contained = std::find(target.contained_in.begin(), target.contained_in.end(),
                                       basis) != target.contained_in.end();
      if (contained) inside = std::max(inside, mse);
      if (!contained) outside = std::min(outside.value_or(mse), mse);
    }
  }
  if (!outside) return claim;
  claim.numbers = message("largest inside ", to_significant(inside, 2), ", smallest outside ",
                          to_significant(*outside, 2));
  claim.verdict = inside <= kMet && *outside > kMet ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments& settings) {
  return {{r2_table(results, settings.integers("eval-lens").back())}, {containment(results)}};
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  const Cell longest = settings.integers("eval-lens").front();
  Figure figure{"r2",
                message("R2 over ", *longest.text(), " lags of each basis by target"),
                {"target", "", false, results.distinct("target")},
                {"R2"},
                {}};
  for (const KernelBasis& basis : bases()) {
    Series series{basis.label, {}, {}, SeriesStyle::kBars};
    for (std::size_t k = 0; k < figure.x.ticks.size(); ++k) {
      const std::optional<double> r2 = results.where("target", figure.x.ticks[k])
                                           .where("basis", basis.name)
                                           .where("eval_len", longest)
                                           .mean("r2");
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(r2.value_or(std::numeric_limits<double>::quiet_NaN()));
    }
    figure.series.push_back(series);
  }
  return {figure};
}

}  // namespace

Experiment grape_experiment() {
  const std::string extrapolated =
      "an exact fit leaves rounding of 1e-15 a coefficient, amplified 1000 times by jets of order "
      "2 at 32 train lengths; a small residual's rounding is relative to the target";
  return {
      .id = "grape",
      .title = "does the space contain GRAPE's exact special cases?",
      .source = "The GRAPE appendix of the PJ-RoPE paper",
      .group = "kernels",
      .settings = fit_options({1024, 4096, 32768}, {17}),
      .smoke = {{"eval-lens", "1024,4096"}},
      .grid = grid,
      .columns = fit_columns({{"omega_cycles", "cycles", ColumnRole::kKey},
                              {"train_len", "tokens", ColumnRole::kKey},
                              {"eval_len", "tokens", ColumnRole::kKey},
                              {"target", "", ColumnRole::kKey},
                              {"target_label", "", ColumnRole::kValue, Tolerance{0, 0, "a name"}},
                              {"basis", "", ColumnRole::kKey},
                              {"basis_label", "", ColumnRole::kValue, Tolerance{0, 0, "a name"}},
                              {"basis_dim", "", ColumnRole::kValue, Tolerance{0, 0, "a count"}}},
                             extrapolated),
      .run = run,
      .summarise = summarise,
      .figures = figures,
      .reference = "tables/grape_fixed_f64.csv"};
}

}  // namespace pj
