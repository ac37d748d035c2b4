#include <algorithm>
#include <array>

#include "experiments/experiments.h"
#include "experiments/lag_fit.h"
#include "experiments/targets.h"
#include "pj/core/numbers.h"
#include "pj/ops/arithmetic.h"
#include "pj/ops/reduce.h"
#include "pj/ops/unary.h"
#include "pj/optim/adamw.h"
#include "pj/position/diagnostics.h"

namespace pj {
namespace {

constexpr double kGateStart[] = {0.0, -0.2, -0.2};  // FJ, affine, LC
constexpr std::array kSectors = {Sector::kFj, Sector::kAffine, Sector::kLc};
constexpr int kMaxOrder = 3;

PjBias start(const GridPoint& point, const Arguments& settings, index_t restart) {
  PjBiasConfig config;
  config.num_heads = 1;
  config.max_order = kMaxOrder;
  config.train_len = static_cast<double>(settings.integer("train-len"));
  config.sectors = {.fj = true, .affine = true, .lc = true};
  config.slope_init = 0.0;
  config.cycles = {settings.number("cycles")};
  config.learn_omega = false;
  config.signed_slope = true;
  config.zeta_std = settings.number("zeta-std");
  Stream init(point.seed(), "adaptive", static_cast<std::uint64_t>(restart));
  PjBias bias(config, init);
  for (index_t s = 0; s < 3; ++s)
    bias.parameters().gate_logits.mutable_value().data()[s] = static_cast<real>(kGateStart[s]);
  return bias;
}

Variable as_table(const std::vector<double>& values) {
  Tensor table = Tensor::empty({1, static_cast<index_t>(values.size())});
  std::transform(values.begin(), values.end(), table.data(),
                 [](double value) { return static_cast<real>(value); });
  return Variable(table);
}

void fit(PjBias& bias, const std::vector<double>& target, const Arguments& settings,
         const RunContext& context) {
  Parameters named;
  bias.list_parameters("", named);
  std::vector<Variable> trained;
  for (const Parameter& parameter : named)
    if (parameter.variable.needs_grad()) trained.push_back(parameter.variable);
  AdamW adam(trained, {.weight_decay = 0.0});
  const Variable wanted = as_table(target);
  const auto num_lags = static_cast<index_t>(target.size());
  for (index_t step = 0; step < settings.integer("steps"); ++step) {
    context.stop_if_asked();
    adam.clear_grads();
    backward(mean(square(sub(bias.table(num_lags), wanted))));
    adam.step(settings.number("lr"));
  }
}

std::vector<double> kernel(const PjBias& bias, index_t num_lags) {
  const NoGrad no_grad;
  const Variable table = bias.table(num_lags);
  return {table.value().values().begin(), table.value().values().end()};
}

index_t largest(std::span<const double> values) {
  return std::max_element(values.begin(), values.end()) - values.begin();
}

/// fj_mass_0, fj_share_0, fj_energy_0, fj_loo_0, ...: what each order of a sector carries.
void add_orders(Record& record, const PjBias& bias, Sector sector, const OrderDiagnostics& orders,
                const std::vector<double>& target) {
  const auto num_lags = static_cast<index_t>(target.size());
  OrderComponents components = order_components(bias, 0, sector, num_lags);
  const std::vector<double> fitted = kernel(bias, num_lags);
  const double gate = diagnose(bias, 1)[0].gates[static_cast<std::size_t>(sector)];
  // The other sectors join the sum as one more component, so that leaving an order out changes the
  // whole kernel's error.
  std::vector<double> rest = fitted;
  for (std::vector<double>& component : components)
    for (std::size_t d = 0; d < rest.size(); ++d) rest[d] -= component[d] *= gate;
  components.push_back(rest);
  const std::vector<double> loo = leave_one_out(components, target);
  for (std::size_t r = 0; r < orders.mass.size(); ++r) {
    const auto name = [&](const char* what) { return message(to_text(sector), "_", what, "_", r); };
    record.emplace(name("mass"), orders.mass[r]);
    record.emplace(name("share"), orders.normalised_mass[r]);
    record.emplace(name("energy"), orders.energy[r]);
    record.emplace(name("loo"), loo[r]);
  }
}

Record describe(const PjBias& bias, const std::vector<double>& target,
                const std::vector<double>& far_target) {
  const auto num_lags = static_cast<index_t>(target.size());
  const HeadDiagnostics head = diagnose(bias, num_lags)[0];
  const FitQuality near = fit_quality(kernel(bias, num_lags), target);
  const FitQuality far =
      fit_quality(kernel(bias, static_cast<index_t>(far_target.size())), far_target);
  const Sector top = kSectors[static_cast<std::size_t>(largest(head.gates))];
  Record record = {{"train_mse", near.mse},
                   {"train_r2", near.r2},
                   {"mse", far.mse},
                   {"r2", far.r2},
                   {"gate_fj", head.gates[0]},
                   {"gate_affine", head.gates[1]},
                   {"gate_lc", head.gates[2]},
                   {"top_sector", to_text(top)},
                   {"slope", head.slope},
                   {"damping", head.damping},
                   {"top_order", largest(top == Sector::kLc ? head.lc.mass : head.fj.mass)}};
  if (top == Sector::kAffine) record.erase("top_order");
  add_orders(record, bias, Sector::kFj, head.fj, target);
  add_orders(record, bias, Sector::kLc, head.lc, target);
  return record;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext& context) {
  const index_t train_len = settings.integer("train-len");
  const auto length = static_cast<double>(train_len);
  const double omega = cycles_to_omega(settings.number("cycles"), length);
  const std::string& name = point.text("target");
  const std::vector<double> target = target_values(name, train_len, length, omega);
  const std::vector<double> far = target_values(name, settings.integer("eval-len"), length, omega);
  std::optional<Record> best;
  for (index_t restart = 0; restart < settings.integer("restarts"); ++restart) {
    PjBias bias = start(point, settings, restart);
    fit(bias, target, settings, context);
    Record record = describe(bias, target, far);
    record.emplace("restart", restart);
    if (!best || *record["train_mse"].number() < *(*best)["train_mse"].number()) best = record;
  }
  return {*best};
}

SummaryTable gate_table(const Results& results) {
  SummaryTable summary{
      "Gates, top order (of largest mass in the sector of the largest gate) and fit by teacher, "
      "mean and deviation over seeds.",
      Table({{"teacher"},
             {"its sector"},
             {"gate FJ"},
             {"gate affine"},
             {"gate LC"},
             {"found"},
             {"top order"},
             {"R2"},
             {"R2 far"}})};
  for (const std::string& target : results.distinct("target")) {
    const Results rows = results.where("target", target);
    const auto text = [&](const char* column, int digits) {
      return Cell(to_text(rows.spread_of(column), digits));
    };
    std::string orders;
    for (const std::string& order : rows.distinct("top_order"))
      orders += (orders.empty() ? "" : ", ") + order;
    std::string found;
    for (const std::string& sector : rows.distinct("top_sector"))
      found += (found.empty() ? "" : ", ") + sector;
    summary.table.add({target, to_text(find_target(target).sector), text("gate_fj", 3),
                       text("gate_affine", 3), text("gate_lc", 3), found, orders,
                       text("train_r2", 4), text("r2", 4)});
  }
  return summary;
}

/// Whether every seed's row has this value in a column.
bool always(const Results& results, const std::string& target, const char* column,
            const Cell& value) {
  const Results rows = results.where("target", target);
  return !rows.empty() && rows.where(column, value).rows().size() == rows.rows().size();
}

Claim sectors_found(const Results& results) {
  const std::vector<std::string> names = results.distinct("target");
  Claim claim{"The gates find the sector the teacher lives in.",
              "the largest gate is the teacher's in every seed for at least 7 of the 8 targets", "",
              Verdict::kUndecided};
  std::size_t right = 0;
  std::string wrong;
  for (const std::string& name : names) {
    const bool found = always(results, name, "top_sector", to_text(find_target(name).sector));
    right += found ? 1 : 0;
    if (!found) wrong += " " + name;
  }
  claim.numbers = message(right, " of ", names.size(), wrong.empty() ? "" : "; not" + wrong);
  if (names.size() == targets().size())
    claim.verdict = right + 1 >= names.size() ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Claim orders_found(const Results& results) {
  Claim claim{"Within the Fourier jets the order spectrum finds the teacher's order.",
              "the order of largest mass is the teacher's in every seed for all four FJ targets",
              "", Verdict::kUndecided};
  std::size_t right = 0, all = 0;
  for (const Target& target : targets()) {
    if (target.top_order < 0 || results.where("target", target.name).empty()) continue;
    ++all;
    right += always(results, target.name, "top_order", target.top_order) ? 1 : 0;
  }
  claim.numbers = message(right, " of ", all);
  if (all == 4) claim.verdict = right == all ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments&) {
  return {{gate_table(results)}, {sectors_found(results), orders_found(results)}};
}

std::vector<Figure> figures(const Results& results, const Arguments&) {
  Figure figure{"gates",
                "Gates the optimiser arrives at, by teacher",
                {"teacher", "", false, results.distinct("target")},
                {"gate"},
                {}};
  for (const auto& [column, label] : {std::pair{"gate_fj", "Fourier jets"},
                                      {"gate_affine", "affine"},
                                      {"gate_lc", "light cone"}}) {
    Series series{label, {}, {}, SeriesStyle::kBars};
    for (std::size_t k = 0; k < figure.x.ticks.size(); ++k) {
      const Spread s = results.where("target", figure.x.ticks[k]).spread_of(column);
      series.x.push_back(static_cast<double>(k));
      series.y.push_back(s.mean.value_or(0.0));
      series.deviation.push_back(s.deviation.value_or(0.0));
    }
    figure.series.push_back(series);
  }
  return {figure};
}

std::vector<ResultColumn> columns() {
  std::vector<ResultColumn> all = {{"target", "", ColumnRole::kKey},
                                   {"seed", "", ColumnRole::kKey},
                                   {"restart"},
                                   {"train_mse"},
                                   {"train_r2"},
                                   {"mse"},
                                   {"r2"},
                                   {"gate_fj"},
                                   {"gate_affine"},
                                   {"gate_lc"},
                                   {"top_sector"},
                                   {"top_order"},
                                   {"slope", "a train length"},
                                   {"damping", "a train length"}};
  for (const Sector sector : {Sector::kFj, Sector::kLc})
    for (const char* what : {"mass", "share", "energy", "loo"})
      for (int r = 0; r <= kMaxOrder; ++r)
        all.push_back({message(to_text(sector), "_", what, "_", r)});
  return all;
}

}  // namespace

Experiment adaptive_experiment() {
  return {
      .id = "adaptive",
      .title = "do gates find the teacher's sector?",
      .source = "The adaptive recovery table of the PJ-RoPE paper",
      .group = "kernels",
      .settings = {{"targets", target_names(), "", "teachers", {.choices = target_names()}},
                   seeds_option(),
                   {"train-len", index_t{1024}, "tokens", "lags fitted", {.min = 16}},
                   {"eval-len", index_t{4096}, "tokens", "lags evaluated", {.min = 16}},
                   {"cycles", 17.0, "cycles a train length", "the fixed frequency", {.min = 0.001}},
                   {"steps", index_t{1000}, "steps", "of Adam", {.min = 1}},
                   {"restarts",
                    index_t{2},
                    "",
                    "starts, of which the best by train MSE counts",
                    {.min = 1}},
                   {"lr", 3e-2, "", "learning rate", {.min = 0}},
                   {"zeta-std", 0.05, "", "deviation of the amplitudes at the start", {.min = 0}}},
      .smoke = {{"seeds", "0"}, {"steps", "300"}, {"restarts", "1"}},
      .grid =
          [](const Arguments& settings) {
            return std::vector<Axis>{{"target", settings.texts("targets")}, seed_axis(settings)};
          },
      .columns = columns(),
      .run = run,
      .summarise = summarise,
      .figures = figures};
}

}  // namespace pj
