#include <algorithm>
#include <cmath>

#include "experiments/experiments.h"
#include "experiments/lag_fit.h"
#include "experiments/targets.h"
#include "pj/core/numbers.h"
#include "pj/position/rotary_spec.h"

namespace pj {
namespace {

/// A channel pair's frequency at s = T / L under NTK scaling, and where it started.
struct Flow {
  double omega, scaled, s, derivative;  // derivative: d omega / ds at s = 1
};

Flow flow_of(index_t channel, index_t eval_len, const Arguments& settings) {
  const index_t head_dim = settings.integer("head-dim"), train_len = settings.integer("train-len");
  RotarySpec spec = rope();
  spec.scaling = Scaling::kNtk;
  const auto at = static_cast<std::size_t>(channel);
  const auto omega = [&](index_t total_len) {
    return rotary_frequencies(spec, head_dim, total_len, train_len).omega.at(at);
  };
  const auto D = static_cast<double>(head_dim), b = static_cast<double>(channel);
  // omega_b(s) = (base s^(D / (D - 2)))^(-2b / D), so omega_b'(1) = -omega_b 2b / (D - 2).
  return {omega(train_len), omega(eval_len),
          static_cast<double>(eval_len) / static_cast<double>(train_len),
          -omega(train_len) * 2 * b / (D - 2)};
}

std::vector<double> wave(double omega, index_t num_lags) {
  return target_values("phase", num_lags, static_cast<double>(num_lags), omega);
}

double norm(const std::vector<double>& x) {
  double squares = 0.0;
  for (const double value : x) squares += value * value;
  return std::sqrt(squares);
}

/// How far cos(omega(s) d) - cos(omega d) is from its tangent -(s - 1) omega'(1) d sin(omega d),
/// relative to its own norm.
double tangent_error(const Flow& flow, index_t num_lags) {
  const std::vector<double> before = wave(flow.omega, num_lags),
                            after = wave(flow.scaled, num_lags);
  std::vector<double> moved, rest;
  for (std::size_t d = 0; d < before.size(); ++d) {
    const auto lag = static_cast<double>(d);
    moved.push_back(after[d] - before[d]);
    rest.push_back(moved.back() +
                   (flow.s - 1) * flow.derivative * lag * std::sin(flow.omega * lag));
  }
  return norm(rest) / norm(moved);
}

/// The largest square that the Taylor polynomial of order r in the drift leaves: an upper bound of
/// what least squares over the jets of order r leaves.
double taylor_bound(double drift, int order) {
  double bound = 1.0;
  for (int r = 1; r <= order + 1; ++r) bound *= drift / r;
  return bound * bound;
}

std::vector<Axis> grid(const Arguments& settings) {
  return {number_axis("channel", settings.value("channels")),
          number_axis("eval_len", settings.value("eval-lens"))};
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const index_t train_len = settings.integer("train-len");
  const Flow flow = flow_of(point.integer("channel"), point.integer("eval_len"), settings);
  const double drift = std::abs(flow.scaled - flow.omega) * static_cast<double>(train_len);
  const std::vector<std::vector<double>> target = {wave(flow.scaled, train_len)};
  std::vector<Record> records;
  for (int order = 0; order <= settings.integer("max-order"); ++order) {
    const KernelBasis basis{.name = "jets", .jets = KernelBasis::Jets::kFj, .max_order = order};
    const LagFit fit(basis, train_len, flow.omega, target);
    const FitQuality quality = fit_quality(fit.predict(0, train_len), target[0]);
    Record record = {{"s", flow.s},
                     {"omega", flow.omega},
                     {"omega_scaled", flow.scaled},
                     {"drift", drift},
                     {"order", order},
                     {"mse", quality.mse},
                     {"taylor_bound", taylor_bound(drift, order)},
                     {"r2", quality.r2},
                     {"condition_number", fit.condition_number()}};
    if (order == 0) record.emplace("tangent_error", tangent_error(flow, train_len));
    records.push_back(record);
  }
  return records;
}

SummaryTable r2_table(const Results& results) {
  std::vector<Column> columns = {{"channel"}, {"s"}, {"drift", "rad"}, {"tangent error"}};
  for (const std::string& order : results.distinct("order"))
    columns.push_back({"R2, R = " + order});
  SummaryTable summary{
      "R2 of cos(omega(s) d) over the train length by jets of order 0..R at the "
      "unscaled omega; drift is |omega(s) - omega| L, the tangent's error relative "
      "to the whole change.",
      Table(columns)};
  for (const std::string& channel : results.distinct("channel")) {
    const Results of_channel = results.where("channel", channel);
    for (const std::string& length : of_channel.distinct("eval_len")) {
      const Results rows = of_channel.where("eval_len", length);
      Row row = {channel, Cell::fixed(rows.mean("s"), 3), Cell::fixed(rows.mean("drift"), 3),
                 Cell::fixed(rows.mean("tangent_error"), 4)};
      for (const std::string& order : results.distinct("order"))
        row.push_back(Cell::fixed(rows.where("order", order).mean("r2"), 6));
      summary.table.add(row);
    }
  }
  return summary;
}

Claim jets_follow(const Results& results) {
  Claim claim{
      "Jets at the unscaled frequency follow the scaled wave as far as its Taylor series "
      "does.",
      "mean squared residual at most the Taylor bound of the order plus 1e-24 in every row", "",
      Verdict::kUndecided};
  index_t above = 0;
  for (const Record& row : results.rows()) {
    const double mse = cell_of(row, "mse").number().value_or(1.0);
    const double bound = cell_of(row, "taylor_bound").number().value_or(0.0);
    if (!(mse <= bound + 1e-24)) ++above;
  }
  claim.numbers = message(above, " of ", results.rows().size(), " rows above the bound");
  if (!results.empty()) claim.verdict = above == 0 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Claim tangent_matches(const Results& results) {
  Claim claim{"NTK scaling leaves the unscaled wave along its first jet.",
              "at the smallest s, the tangent's relative error at most drift + 2 (s - 1) for every "
              "channel: what the next order of the expansion is worth",
              "", Verdict::kUndecided};
  double worst = 0.0;
  bool holds = true;
  for (const std::string& channel : results.distinct("channel")) {
    const Results rows = results.where("channel", channel);
    const std::vector<double> all = rows.numbers("s");
    const Results first = rows.where("s", *std::min_element(all.begin(), all.end()));
    const double error = first.mean("tangent_error").value_or(1.0);
    worst = std::max(worst, error);
    holds = holds &&
            error <= first.mean("drift").value_or(0.0) + 2 * (first.mean("s").value_or(1.0) - 1);
  }
  claim.numbers = "largest error " + to_significant(worst, 2);
  if (!results.empty()) claim.verdict = holds ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments&) {
  return {{r2_table(results)}, {tangent_matches(results), jets_follow(results)}};
}

std::vector<Figure> figures(const Results& results, const Arguments&) {
  std::vector<Figure> all;
  for (const std::string& channel : results.distinct("channel")) {
    Figure figure{
        "residual_channel" + channel,
        message("Residual of cos(omega(s) d), channel ", channel, ", by jets of order 0..R"),
        {"s - 1 = T / L - 1", "", true},
        {"mean squared residual", "", true},
        {}};
    for (const std::string& order : results.distinct("order")) {
      const Results rows = results.where("channel", channel).where("order", order);
      Series series{"R = " + order, rows.numbers("s"), rows.numbers("mse"),
                    SeriesStyle::kLinePoints};
      for (double& s : series.x) s -= 1.0;
      figure.series.push_back(series);
    }
    all.push_back(figure);
  }
  return all;
}

std::vector<ResultColumn> columns() {
  return {{"channel", "", ColumnRole::kKey},
          {"eval_len", "tokens", ColumnRole::kKey},
          {"order", "", ColumnRole::kKey},
          {"s"},
          {"omega", "rad/token"},
          {"omega_scaled", "rad/token"},
          {"drift", "rad"},
          {"tangent_error"},
          {"mse"},
          {"taylor_bound"},
          {"r2"},
          {"condition_number"}};
}

}  // namespace

Experiment spectral_flow_experiment() {
  return {.id = "spectral-flow",
          .title = "is NTK scaling a walk through the space?",
          .source = "Beyond the paper; the expansion in s is the truth",
          .group = "kernels",
          .settings = {{"channels",
                        std::vector<index_t>{3, 6, 9},
                        "",
                        "channel pairs b of the head",
                        {.min = 1}},
                       {"eval-lens",
                        std::vector<index_t>{1025, 1032, 1088, 1280, 1536, 2048, 4096, 8192},
                        "tokens",
                        "T of s = T / L, above the train length",
                        {.min = 2}},
                       {"train-len", index_t{1024}, "tokens", "L; lags fitted", {.min = 16}},
                       {"max-order", index_t{4}, "", "highest jet order R", {.min = 0, .max = 9}},
                       {"head-dim", index_t{24}, "channels", "of the rotated head", {.min = 4}}},
          .smoke = {{"eval-lens", "1025,2048"}},
          .grid = grid,
          .columns = columns(),
          .run = run,
          .summarise = summarise,
          .figures = figures};
}

}  // namespace pj
