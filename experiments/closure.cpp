#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/experiments.h"
#include "experiments/score_window.h"
#include "pj/core/numbers.h"

namespace pj {
namespace {

struct NamedTime {
  const char* name;
  JordanTime time;
  bool exact;  // t is linear in the position, so that scores depend on the lag alone
};

constexpr NamedTime kTimes[] = {{"scaled_exact", JordanTime::kScaledExact, true},
                                {"raw", JordanTime::kRaw, true},
                                {"damped", JordanTime::kDamped, true},
                                {"stabilised", JordanTime::kStabilised, false}};

const NamedTime& find_time(const std::string& name) {
  return *std::find_if(std::begin(kTimes), std::end(kTimes),
                       [&](const NamedTime& each) { return name == each.name; });
}

/// The law holds if scores move by no more than so many roundings of the products they sum, and by
/// what rounding an angle of omega p <= p radians in double moves them.
constexpr double kRoundings = 64.0;

double allowed_change(const std::string& precision, double position) {
  constexpr double kDouble = std::numeric_limits<double>::epsilon();
  constexpr double kSingle = std::numeric_limits<float>::epsilon();
  return kRoundings * (precision == "fp64" ? kDouble : kSingle) + kDouble * position;
}

template <class Number>
void measure(const NamedTime& named, index_t order, const ScoreVectors& vectors,
             const Arguments& settings, std::vector<Record>& records) {
  const RotarySpec spec = jordan(named.time, order);
  const index_t count = settings.integer("window"), train_len = settings.integer("train-len");
  const ScoreWindow home = scores_at<Number>(spec, vectors, {.count = count}, train_len);
  for (const index_t shift : settings.integers("shifts")) {
    const PositionRange range{.count = count, .first = shift};
    const ScoreWindow away = scores_at<Number>(spec, vectors, range, train_len);
    double violation = 0.0;
    for (std::size_t j = 0; j < home.scores.size(); ++j)
      violation = std::max(violation, std::abs(away.scores[j] - home.scores[j]));
    Record record = {{"precision", sizeof(Number) == 8 ? "fp64" : "fp32"},
                     {"shift", shift},
                     {"violation", violation},
                     {"relative_violation", violation / away.magnitude},
                     {"query_norm", away.query_norm},
                     {"key_norm", away.key_norm}};
    if (order == 2)
      record.emplace("predicted_violation", derived_violation(spec, vectors, range, train_len));
    records.push_back(record);
  }
}

std::vector<Axis> grid(const Arguments& settings) {
  Axis time{"time", {}};
  for (const NamedTime& each : kTimes) time.values.emplace_back(each.name);
  return {time, number_axis("order", settings.value("orders")), seed_axis(settings)};
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const NamedTime& named = find_time(point.text("time"));
  const index_t order = point.integer("order");
  const ScoreVectors vectors = draw_score_vectors(point.seed(), settings.integer("head-dim"));
  std::vector<Record> records;
  measure<double>(named, order, vectors, settings, records);
  measure<float>(named, order, vectors, settings, records);
  return records;
}

double largest(const Results& results, const char* column) {
  const std::vector<double> values = results.numbers(column);
  return values.empty() ? 0.0 : *std::max_element(values.begin(), values.end());
}

SummaryTable law_table(const Results& results) {
  SummaryTable summary{
      "Largest change of a score when query and key move together, over all shifts and seeds, as "
      "it "
      "is and relative to the products it sums; norms of transformed query and key at the longest "
      "shift (fp64).",
      Table({{"time"},
             {"order"},
             {"fp64"},
             {"fp32"},
             {"fp64 relative"},
             {"fp32 relative"},
             {"query norm"},
             {"key norm"}})};
  for (const std::string& time : results.distinct("time")) {
    for (const std::string& order : results.distinct("order")) {
      const Results rows = results.where("time", time).where("order", order);
      const Results wide = rows.where("precision", "fp64"),
                    narrow = rows.where("precision", "fp32");
      summary.table.add({time, order, Cell::significant(largest(wide, "violation"), 2),
                         Cell::significant(largest(narrow, "violation"), 2),
                         Cell::significant(largest(wide, "relative_violation"), 2),
                         Cell::significant(largest(narrow, "relative_violation"), 2),
                         Cell::significant(largest(wide, "query_norm"), 3),
                         Cell::significant(largest(wide, "key_norm"), 3)});
    }
  }
  return summary;
}

Claim exact_closes(const Results& results, const Arguments& settings) {
  Claim claim{"Scores of exact PJ-rotary depend on the lag alone, at every order.",
              message("for every exact time, order, shift, seed and precision: relative change at "
                      "most ",
                      kRoundings, " roundings, and one fp64 rounding for each radian of the angle"),
              "", Verdict::kUndecided};
  double worst = 0.0;
  bool any = false;
  for (const NamedTime& named : kTimes) {
    if (!named.exact) continue;
    for (const Record& row : results.where("time", named.name).rows()) {
      any = true;
      const double position = cell_of(row, "shift").number().value_or(0.0) +
                              static_cast<double>(settings.integer("window"));
      worst = std::max(worst, cell_of(row, "relative_violation").number().value_or(1.0) /
                                  allowed_change(*cell_of(row, "precision").text(), position));
    }
  }
  claim.numbers = message("largest change ", to_significant(worst, 2), " of what is allowed");
  if (any) claim.verdict = worst <= 1 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

/// Largest relative difference of measured and derived violation at order 2, in double.
double derivation_error(const Results& stabilised) {
  double worst = 0.0;
  for (const Record& row : stabilised.where("order", 2).rows()) {
    const double measured = cell_of(row, "violation").number().value_or(0.0);
    const double derived = cell_of(row, "predicted_violation").number().value_or(0.0);
    if (derived > 0) worst = std::max(worst, std::abs(measured - derived) / derived);
  }
  return worst;
}

Claim stabilised_breaks(const Results& results) {
  Claim claim{"The stabilised time bounds the norms and breaks the law from order 2 on.",
              "fp64, each order from 2 on: a score changes by more than 1e-3, at order 2 by what "
              "follows by hand (to 1e-8), and the query norm grows by less than 15 % from the last "
              "but one shift to the last",
              "", Verdict::kUndecided};
  const Results rows = results.where("time", "stabilised").where("precision", "fp64");
  const std::vector<std::string> shifts = rows.distinct("shift");
  if (shifts.size() < 2) return claim;
  std::optional<double> smallest;
  double growth = 0.0;
  for (const std::string& order : rows.distinct("order")) {
    if (order == "1") continue;
    const Results of_order = rows.where("order", order);
    const auto norm = [&](std::size_t from_end) {
      return largest(of_order.where("shift", shifts[shifts.size() - from_end]), "query_norm");
    };
    const double violation = largest(of_order, "violation");
    smallest = std::min(smallest.value_or(violation), violation);
    growth = std::max(growth, norm(1) / norm(2) - 1);
  }
  if (!smallest) return claim;
  const double error = derivation_error(rows);
  claim.numbers =
      message("smallest largest change ", to_significant(*smallest, 3), ", derivation met to ",
              to_significant(error, 2), ", norms grow by ", to_fixed(100 * growth, 1), " %");
  claim.verdict = *smallest > 1e-3 && error <= 1e-8 && growth < 0.15 ? Verdict::kSupported
                                                                     : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments& settings) {
  return {{law_table(results)}, {exact_closes(results, settings), stabilised_breaks(results)}};
}

/// One curve a time of the largest value over seeds against the shift, at the highest order.
Figure shift_figure(const Results& results, const std::string& name, const std::string& title,
                    const std::string& column, const std::string& order) {
  Figure figure{
      name, title + ", order " + order, {"shift", "tokens", true}, {column, "", true}, {}};
  for (const std::string& time : results.distinct("time")) {
    const Results rows =
        results.where("time", time).where("order", order).where("precision", "fp64");
    Series series{time, {}, {}, SeriesStyle::kLinePoints};
    for (const std::string& shift : rows.distinct("shift")) {
      series.x.push_back(*parse_number(shift));
      series.y.push_back(largest(rows.where("shift", shift), column.c_str()));
    }
    figure.series.push_back(series);
  }
  return figure;
}

std::vector<Figure> figures(const Results& results, const Arguments&) {
  const std::string order = results.distinct("order").back();
  Figure change = shift_figure(results, "violation", "Change of scores under a common shift (fp64)",
                               "relative_violation", order);
  change.y.name = "largest change over summed products";
  Figure norms =
      shift_figure(results, "norms", "Norm of the transformed query (fp64)", "query_norm", order);
  norms.y.name = "2-norm";
  return {change, norms};
}

}  // namespace

Experiment closure_experiment() {
  return {.id = "closure",
          .title = "do scores of PJ-rotary depend on the lag alone?",
          .source = "Beyond the paper; the law itself is the truth",
          .group = "kernels",
          .settings =
              {{"orders",
                std::vector<index_t>{1, 2, 3, 4},
                "",
                "sizes m of a Jordan block",
                {.min = 1}},
               seeds_option(),
               {"shifts",
                std::vector<index_t>{1, 4, 16, 64, 256, 1024, 4096, 16384, 32768},
                "tokens",
                "common moves of query and key",
                {.min = 0}},
               {"window", index_t{257}, "tokens", "lags compared", {.min = 2}},
               {"train-len", index_t{1024}, "tokens", "L of the jet time", {.min = 1}},
               {"head-dim", index_t{24}, "channels", "divisible by twice each order", {.min = 2}}},
          .smoke = {{"seeds", "0"}, {"shifts", "1024,16384,32768"}},
          .grid = grid,
          .columns = {{"time", "", ColumnRole::kKey},
                      {"order", "", ColumnRole::kKey},
                      {"seed", "", ColumnRole::kKey},
                      {"precision", "", ColumnRole::kKey},
                      {"shift", "tokens", ColumnRole::kKey},
                      {"violation"},
                      {"predicted_violation"},
                      {"relative_violation"},
                      {"query_norm"},
                      {"key_norm"}},
          .run = run,
          .summarise = summarise,
          .figures = figures};
}

}  // namespace pj
