#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>

#include "experiments/experiments.h"
#include "pj/core/numbers.h"
#include "pj/core/random.h"
#include "pj/position/rotary_table.h"

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

/// The law holds if scores move by no more than this many roundings of the sum they are made of.
constexpr double kRoundings = 64.0;

struct Vectors {
  std::vector<double> query, key;
};

Vectors draw(std::uint64_t seed, index_t head_dim) {
  Stream stream(seed, "closure");
  Vectors v;
  for (std::vector<double>* side : {&v.query, &v.key})
    for (index_t c = 0; c < head_dim; ++c)
      side->push_back(static_cast<double>(static_cast<float>(stream.normal())));
  return v;
}

/// Scores of one query, at the window's last position, with a key at each position of it.
struct Window {
  std::vector<double> scores;
  double query_norm = 0.0;
  double key_norm = 0.0;   // largest
  double magnitude = 0.0;  // largest sum of |q_c k_c|: what rounding of a score is relative to
};

template <class Number>
Window scores_at(const RotarySpec& spec, const Vectors& vectors, PositionRange range,
                 index_t train_len) {
  const auto head_dim = static_cast<index_t>(vectors.query.size());
  const RotaryTable<Number> table(spec, head_dim, range, train_len);
  RotaryAction<Number> action(table, 1);
  const std::vector<Number> q(vectors.query.begin(), vectors.query.end()),
      k(vectors.key.begin(), vectors.key.end());
  std::vector<Number> query(q.size()), key(k.size());
  const auto norm = [](const std::vector<Number>& x) {
    double squares = 0.0;
    for (const Number value : x) squares += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(squares);
  };
  action.move_to(range.count - 1);
  action.apply(query.data(), q.data(), Side::kQuery);
  Window window;
  window.query_norm = norm(query);
  for (index_t j = 0; j < range.count; ++j) {
    action.move_to(j);
    action.apply(key.data(), k.data(), Side::kKey);
    Number score = 0;
    double magnitude = 0.0;
    for (std::size_t c = 0; c < key.size(); ++c) {
      score += query[c] * key[c];
      magnitude += std::abs(static_cast<double>(query[c]) * static_cast<double>(key[c]));
    }
    window.scores.push_back(static_cast<double>(score));
    window.key_norm = std::max(window.key_norm, norm(key));
    window.magnitude = std::max(window.magnitude, magnitude);
  }
  return window;
}

/// How far a shift moves the scores of a block of order 2, by hand. With z, w the complex channels
/// of query and key and d = i - j
///
///   score(i, j) = Re sum_b e^{i omega_b d} (z0 w0* + z1 w1* + (t_i - t_j) z1 w0*)
///
/// so a shift moves it by the change of t_i - t_j times Re sum_b e^{i omega_b d} z1 w0*.
double predicted_violation(const RotarySpec& spec, const Vectors& vectors, PositionRange range,
                           index_t train_len) {
  const auto head_dim = static_cast<index_t>(vectors.query.size());
  const std::vector<double> omega =
      rotary_frequencies(spec, head_dim, range.first + range.count, train_len).omega;
  const auto t = [&](index_t position) {
    return jordan_time(spec, static_cast<double>(position), static_cast<double>(train_len));
  };
  const index_t last = range.count - 1;
  double largest = 0.0;
  for (index_t j = 0; j < range.count; ++j) {
    double slope = 0.0;
    for (std::size_t b = 0; b < omega.size(); ++b) {
      const std::complex<double> z1(vectors.query[4 * b + 2], vectors.query[4 * b + 3]);
      const std::complex<double> w0(vectors.key[4 * b], vectors.key[4 * b + 1]);
      slope +=
          std::real(std::polar(1.0, omega[b] * static_cast<double>(last - j)) * z1 * std::conj(w0));
    }
    const double moved = t(range.first + last) - t(range.first + j) - (t(last) - t(j));
    largest = std::max(largest, std::abs(moved * slope));
  }
  return largest;
}

template <class Number>
void measure(const NamedTime& named, index_t order, const Vectors& vectors,
             const Arguments& settings, std::vector<Record>& records) {
  const RotarySpec spec = jordan(named.time, order);
  const index_t count = settings.integer("window"), train_len = settings.integer("train-len");
  const Window home = scores_at<Number>(spec, vectors, {.count = count}, train_len);
  for (const index_t shift : settings.integers("shifts")) {
    const PositionRange range{.count = count, .first = shift};
    const Window away = scores_at<Number>(spec, vectors, range, train_len);
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
      record.emplace("predicted_violation", predicted_violation(spec, vectors, range, train_len));
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
  const Vectors vectors = draw(point.seed(), settings.integer("head-dim"));
  std::vector<Record> records;
  measure<double>(named, order, vectors, settings, records);
  measure<float>(named, order, vectors, settings, records);
  return records;
}

double unit_rounding(const std::string& precision) {
  return precision == "fp64" ? std::numeric_limits<double>::epsilon()
                             : static_cast<double>(std::numeric_limits<float>::epsilon());
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
      summary.table.add({time, order, largest(wide, "violation"), largest(narrow, "violation"),
                         largest(wide, "relative_violation"), largest(narrow, "relative_violation"),
                         Cell::fixed(largest(wide, "query_norm"), 1),
                         Cell::fixed(largest(wide, "key_norm"), 1)});
    }
  }
  return summary;
}

Claim exact_closes(const Results& results) {
  Claim claim{"Scores of exact PJ-rotary depend on the lag alone, at every order.",
              message("relative change at most ", kRoundings,
                      " roundings of its precision for every exact time, order, shift and seed"),
              "", Verdict::kUndecided};
  double worst = 0.0;
  bool any = false;
  for (const NamedTime& named : kTimes) {
    if (!named.exact) continue;
    for (const Record& row : results.where("time", named.name).rows()) {
      any = true;
      worst = std::max(worst, cell_of(row, "relative_violation").number().value_or(1.0) /
                                  unit_rounding(*cell_of(row, "precision").text()));
    }
  }
  claim.numbers = message("at most ", to_fixed(worst, 1), " roundings");
  if (any) claim.verdict = worst <= kRoundings ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Claim stabilised_breaks(const Results& results) {
  Claim claim{"The stabilised time bounds the norms and breaks the law from order 2 on.",
              "at fp64: for each order from 2 on the largest change of a score above 1e-3 and the "
              "query norm below 100",
              "", Verdict::kUndecided};
  const Results rows = results.where("time", "stabilised").where("precision", "fp64");
  std::optional<double> smallest;
  double norm = 0.0;
  for (const std::string& order : rows.distinct("order")) {
    if (order == "1") continue;
    const double violation = largest(rows.where("order", order), "violation");
    smallest = std::min(smallest.value_or(violation), violation);
    norm = std::max(norm, largest(rows.where("order", order), "query_norm"));
  }
  if (!smallest) return claim;
  claim.numbers =
      message("smallest over orders ", to_text(*smallest), ", largest norm ", to_fixed(norm, 1));
  claim.verdict = *smallest > 1e-3 && norm < 100 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments&) {
  return {{law_table(results)}, {exact_closes(results), stabilised_breaks(results)}};
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
          .smoke = {{"seeds", "0"}, {"shifts", "16,1024,32768"}},
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
