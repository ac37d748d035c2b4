#include <cmath>

#include "experiments/experiments.h"
#include "experiments/lag_buckets.h"
#include "experiments/lag_stability.h"
#include "experiments/lightcone_settings.h"
#include "experiments/targets.h"

namespace pj {
namespace {

constexpr auto kKey = ColumnRole::kKey;
constexpr auto kValue = ColumnRole::kValue;

std::vector<ResultColumn> columns() {
  const Tolerance sums = rounding_tolerance();
  const Tolerance ties = {1e-6, 1e-6, "a number between two integers may round either way"};
  const Tolerance counted = {2.0 / 4096, 0, "two samples may lie on the limit within rounding"};
  const Tolerance angles = {1e-9, 1e-6, "angles of 1709 radians, wrapped: 1e-13 each"};
  const Tolerance condition = {0, 1e-13,
                               "the smallest singular value is known to 1e-16 of the "
                               "largest, times the spread of the entries",
                               "far_gram_condition_number"};
  return {{"variant", "", kKey},
          {"eval_len", "tokens", kKey},
          {"train_len", "tokens"},
          {"max_order"},
          {"omega_cycles", "per train length"},
          {"damping", "per train length"},
          {"bias_abs_max", "", kValue, sums},
          {"bias_rms", "", kValue, sums},
          {"weighted_logit_std", "", kValue, sums},
          {"final_attention_entropy", "nats", kValue, sums},
          {"final_effective_support", "tokens", kValue, sums},
          {"final_average_distance", "tokens", kValue, sums},
          {"qk_norm_proxy_max", "", kValue, sums},
          {"qk_norm_proxy_final", "", kValue, sums},
          {"qk_norm_proxy_mean", "", kValue, sums},
          {"feature_abs_max", "", kValue, sums},
          {"int8_quant_error_tensor", "", kValue, ties},
          {"int8_quant_error_per_order", "", kValue, ties},
          {"int4_quant_error_tensor", "", kValue, ties},
          {"int4_quant_error_per_order", "", kValue, ties},
          {"local_phase_ratio_final", "", kValue, {{1e-9, 1e-9, "difference of two phases"}}},
          {"local_phase_ratio_far_mean", "", kValue, sums},
          {"far_phase_span_radians", "rad", kValue, sums},
          {"far_local_collision_rate", "", kValue, counted},
          {"wrapped_phase_collision_rate", "", kValue, counted},
          {"wrapped_phase_nearest_median", "rad", kValue, angles},
          {"far_gram_condition_number", "", kValue, condition},
          {"nonfinite_count", "", kValue, sums}};
}

index_t count_nonfinite(const LagTable& table) {
  index_t count = 0;
  for (const std::vector<double>* values : {&table.amplitudes, &table.phases})
    for (const double value : *values) count += std::isfinite(value) ? 0 : 1;
  return count;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const index_t T = point.integer("eval_len");
  const VariantSettings variant = variant_settings(settings);
  const double cycles = settings.numbers("cycles").front();
  const LagTable table = lag_table(find_coordinate_variant(point.text("variant")), variant,
                                   cycles_to_omega(cycles, variant.train_len), T);
  const std::vector<index_t> far =
      evenly_spaced(T / 2, T - 1, std::min(T - T / 2, settings.integer("samples")));
  const BiasMeasures bias = measure_bias(table);
  const NormMeasures norms = measure_norms(table);
  const PhaseMeasures phases = measure_phases(table, far);
  return {{{"train_len", settings.integer("train-len")},
           {"max_order", variant.max_order},
           {"omega_cycles", cycles},
           {"damping", variant.damping},
           {"bias_abs_max", bias.abs_max},
           {"bias_rms", bias.rms},
           {"weighted_logit_std", bias.weighted_logit_std},
           {"final_attention_entropy", bias.final_entropy},
           {"final_effective_support", bias.final_support},
           {"final_average_distance", bias.final_distance},
           {"qk_norm_proxy_max", norms.max},
           {"qk_norm_proxy_final", norms.final},
           {"qk_norm_proxy_mean", norms.mean},
           {"feature_abs_max", norms.amplitude_max},
           {"int8_quant_error_tensor", quantisation_error(table, 8, false)},
           {"int8_quant_error_per_order", quantisation_error(table, 8, true)},
           {"int4_quant_error_tensor", quantisation_error(table, 4, false)},
           {"int4_quant_error_per_order", quantisation_error(table, 4, true)},
           {"local_phase_ratio_final", phases.final_step},
           {"local_phase_ratio_far_mean", phases.far_mean_step},
           {"far_phase_span_radians", phases.far_span},
           {"far_local_collision_rate", phases.small_steps},
           {"wrapped_phase_collision_rate", phases.collisions},
           {"wrapped_phase_nearest_median", phases.nearest_median},
           {"far_gram_condition_number", feature_condition(table, far)},
           {"nonfinite_count", count_nonfinite(table)}}};
}

Summary summarise(const Results& results, const Arguments& settings) {
  const Results far = at_longest(results, settings);
  Summary summary;
  summary.tables.push_back(
      variant_table(far, message("Stability at ", longest_eval_len(settings), " tokens."),
                    {{"qk_norm_proxy_max"},
                     {"bias_rms"},
                     {"final_effective_support", "tokens"},
                     {"int8_quant_error_tensor"},
                     {"int4_quant_error_tensor"},
                     {"far_phase_span_radians", "rad"},
                     {"wrapped_phase_collision_rate"},
                     {"far_gram_condition_number"}}));
  summary.claims.push_back(compare(
      "Raw jets outgrow every number format while light-cone amplitudes stay bounded.",
      "largest q/k norm above 1e12 for raw and at most the square root of the number of orders "
      "(2 at R = 3) for lc",
      far, {"raw", "qk_norm_proxy_max"}, {"lc", "qk_norm_proxy_max"},
      [](double raw, double lc) { return raw > 1e12 && lc <= 2.0; }));
  summary.claims.push_back(
      compare("The price is phase: far lags share a small arc under the light-cone coordinate.",
              "phase span of the far half for lc below a tenth of raw's", far,
              {"raw", "far_phase_span_radians"}, {"lc", "far_phase_span_radians"},
              [](double raw, double lc) { return lc < 0.1 * raw; }));
  summary.claims.push_back(
      compare("A phase on the wrong scale carries no positions: all far steps are below 1e-3 rad.",
              "share of such steps 1 for lc_wrong_scale and 0 for lc", far,
              {"lc_wrong_scale", "far_local_collision_rate"}, {"lc", "far_local_collision_rate"},
              [](double wrong, double lc) { return wrong >= 1 && lc <= 0; }));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  Figure growth{"norm_growth",
                "Norm of q and k against length",
                {"sequence length", "tokens", true},
                {"2-norm over orders", "", true},
                variant_series(results, "eval_len", "qk_norm_proxy_max")};
  Figure trade{
      "phase_span_against_norm",
      message("Phase span against stability at ", longest_eval_len(settings), " tokens"),
      {"2-norm over orders", "", true},
      {"phase span of the far half", "rad", true},
      variant_series(at_longest(results, settings), "qk_norm_proxy_max", "far_phase_span_radians")};
  for (Series& series : trade.series) series.style = SeriesStyle::kPoints;
  return {growth, trade};
}

}  // namespace

Experiment stability_experiment() {
  std::vector<Option> options = lightcone_options({1024, 2048, 4096, 8192, 16384, 32768}, {17.0});
  options.push_back({"samples", index_t{4096}, "", "far phases that are compared", {.min = 8}});
  return {
      .id = "stability",
      .title = "what grows, what is lost to quantisation and what becomes of the phase far away",
      .source = "section on light-cone coordinates, stability table",
      .group = "light-cone",
      .settings = std::move(options),
      .smoke = {{"eval-lens", "1024,32768"}},
      .grid =
          [](const Arguments& s) {
            return std::vector{variant_axis(s), eval_len_axis(s)};
          },
      .columns = columns(),
      .run = run,
      .summarise = summarise,
      .figures = figures,
      .reference = "tables/lc_stability_f64.csv"};
}

}  // namespace pj
