#include <algorithm>

#include "experiments/experiments.h"
#include "experiments/query_training.h"
#include "experiments/summary_tables.h"

namespace pj {
namespace {

/// A teacher with the settings it is taught under, where they differ from the options' values.
struct Protocol {
  std::string name;
  std::string rule, target;
  void (*change)(QueryRun& run);
  std::vector<std::string> variants;
  std::size_t num_seeds = 3;  ///< how many of --seeds a verdict needs; the first ones
};

void position_only(QueryRun& run) {
  run.teacher.cycles = 5;
  run.batch = 64;
  run.train_lens = {48, 64, 96};
  run.freeze_qk = true;
  run.start_at_teacher = true;
}

const std::vector<Protocol>& protocols() {
  static const std::vector<std::string> with_fj = {"none", "affine", "fj", "fj_affine", "full"};
  static const std::vector<std::string> all = {"none",      "affine",    "fj",
                                               "fj_affine", "lc_affine", "full"};
  static const std::vector<Protocol> rows = {
      {"attention_affine",
       "attention",
       "affine",
       [](QueryRun& run) { run.slope_init = 6.4; },
       {"none", "affine", "fj_affine", "lc_affine", "full"},
       8},  // without a bias a seed either finds the recency or stays at chance
      {"signed_first_jet", "signed", "first_jet", [](QueryRun&) {}, with_fj},
      {"signed_first_jet_position", "signed", "first_jet", position_only, all},
      {"signed_second_jet_position", "signed", "second_jet", position_only, all},
  };
  return rows;
}

const Protocol& find_protocol(std::string_view name) {
  for (const Protocol& protocol : protocols())
    if (protocol.name == name) return protocol;
  throw UsageError(message("query: unknown protocol '", name, "'"));
}

std::vector<std::string> protocol_names() {
  std::vector<std::string> names;
  for (const Protocol& protocol : protocols()) names.push_back(protocol.name);
  return names;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  const Protocol& protocol = find_protocol(point.text("protocol"));
  const std::string& variant = point.text("variant");
  if (std::ranges::find(protocol.variants, variant) == protocol.variants.end()) return {};
  const std::vector<index_t> seeds = settings.integers("seeds");
  const auto place = std::ranges::find(seeds, static_cast<index_t>(point.seed())) - seeds.begin();
  if (static_cast<std::size_t>(place) >= protocol.num_seeds) return {};
  QueryRun task = query_run(settings);
  task.teacher.lambda = settings.number("lambda");
  protocol.change(task);
  task.teacher.rule = protocol.rule;
  task.teacher.target = protocol.target;
  task.variant = variant;
  task.seed = point.seed();
  return train_query(task);
}

/// The rows of a protocol at the first evaluation length.
Results at(const Results& results, const char* protocol, const Arguments& settings) {
  return results.where("protocol", protocol)
      .where("eval_len", settings.integers("eval-lens").front());
}

std::optional<double> mean_of(const Results& results, const char* variant, const char* column) {
  return results.where("variant", variant).mean(column);
}

/// One number a variant, and what the rule says of all of them.
Claim over_variants(std::string sentence, std::string rule, const Results& results,
                    const char* column, const std::vector<const char*>& variants,
                    const std::function<bool(const char*, double)>& holds) {
  Claim claim{std::move(sentence), std::move(rule), column};
  bool known = true, all = true;
  for (const char* variant : variants) {
    const auto value = mean_of(results, variant, column);
    const Spread spread = results.where("variant", variant).spread_of(column);
    claim.numbers += message(", ", variant, " ", value ? to_text(spread, 3) : "missing");
    known = known && value;
    all = all && value && holds(variant, *value);
  }
  if (known) claim.verdict = all ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

std::vector<Claim> claims(const Results& results, const Arguments& settings) {
  const Results attention = at(results, "attention_affine", settings);
  const Results lengths = results.where("protocol", "attention_affine");
  const Results defaults = at(results, "signed_first_jet", settings);
  const Results position = at(results, "signed_first_jet_position", settings);
  const double none = mean_of(lengths, "none", "accuracy").value_or(1.0);
  const double lc = mean_of(attention, "full", "gate_lc").value_or(1.0);
  const double fj = mean_of(attention, "full", "gate_fj").value_or(1.0);
  const auto is_none = [](std::string_view variant) { return variant == "none"; };
  return {
      over_variants("With the attention teacher of the affine kernel, a variant that has the "
                    "affine sector is better than none.",
                    "mean accuracy of each, over seeds and evaluation lengths, above that of none",
                    lengths, "accuracy", {"none", "affine", "fj_affine", "lc_affine", "full"},
                    [&](const char* v, double a) { return is_none(v) || a > none; }),
      over_variants("There the full space puts most on the affine sector.",
                    "mean affine gate of full above its FJ and LC gates", attention, "gate_affine",
                    {"full"}, [&](const char*, double gate) { return gate > lc && gate > fj; }),
      over_variants("With the defaults nothing learns the signed first-jet teacher.",
                    "mean accuracy of every variant within 0.44 and 0.60", defaults, "accuracy",
                    {"none", "affine", "fj", "fj_affine", "full"},
                    [](const char*, double a) { return a >= 0.44 && a <= 0.60; }),
      over_variants("With the position branch alone the Fourier jets learn it.",
                    "mean accuracy of each above 0.85", position, "accuracy",
                    {"fj", "fj_affine", "full"}, [](const char*, double a) { return a > 0.85; }),
      over_variants("Without jets it cannot be learned there.",
                    "mean accuracy of each within 0.45 and 0.55", position, "accuracy",
                    {"none", "affine"},
                    [](const char*, double a) { return a >= 0.45 && a <= 0.55; }),
  };
}

/// Accuracies another implementation measured under the same protocols, means over 2 or 3 seeds.
struct Measured {
  const char *protocol, *variant;
  double at_96, at_192;
};

constexpr Measured kMeasured[] = {
    {"attention_affine", "none", 0.768, 0.728},
    {"attention_affine", "affine", 0.938, 0.914},
    {"attention_affine", "fj_affine", 0.967, 0.952},
    {"attention_affine", "lc_affine", 0.966, 0.954},
    {"attention_affine", "full", 0.970, 0.951},
    {"signed_first_jet", "none", 0.537, 0.520},
    {"signed_first_jet", "affine", 0.533, 0.530},
    {"signed_first_jet", "fj", 0.533, 0.530},
    {"signed_first_jet", "fj_affine", 0.533, 0.530},
    {"signed_first_jet", "full", 0.533, 0.530},
    {"signed_first_jet_position", "none", 0.495, 0.496},
    {"signed_first_jet_position", "affine", 0.491, 0.496},
    {"signed_first_jet_position", "fj", 0.914, 0.750},
    {"signed_first_jet_position", "fj_affine", 0.920, 0.832},
    {"signed_first_jet_position", "lc_affine", 0.704, 0.479},
    {"signed_first_jet_position", "full", 0.918, 0.758},
    {"signed_second_jet_position", "none", 0.499, 0.487},
    {"signed_second_jet_position", "affine", 0.502, 0.507},
    {"signed_second_jet_position", "fj", 0.885, 0.692},
    {"signed_second_jet_position", "full", 0.859, 0.649},
};

std::optional<double> measured(const std::string& protocol, const std::string& variant,
                               index_t length) {
  for (const Measured& m : kMeasured)
    if (m.protocol == protocol && m.variant == variant && (length == 96 || length == 192))
      return length == 96 ? m.at_96 : m.at_192;
  return std::nullopt;
}

SummaryTable protocol_table(const std::string& protocol, const Results& results,
                            const Arguments& settings) {
  Table table({{"variant"},
               {"eval_len", "tokens"},
               {"accuracy"},
               {"accuracy measured elsewhere"},
               {"gate_fj"},
               {"gate_affine"},
               {"gate_lc"},
               {"attention_support", "tokens"}});
  for (const std::string& variant : results.distinct("variant"))
    for (const index_t length : settings.integers("eval-lens")) {
      const Results rows = results.where("variant", variant).where("eval_len", length);
      table.add({variant, length, to_text(rows.spread_of("accuracy"), 3),
                 brief(measured(protocol, variant, length)), brief(rows.mean("gate_fj")),
                 brief(rows.mean("gate_affine")), brief(rows.mean("gate_lc")),
                 brief(rows.mean("attention_support"))});
    }
  return {message("Protocol ", protocol, ", mean and deviation over seeds."), std::move(table)};
}

Summary summarise(const Results& results, const Arguments& settings) {
  Summary summary;
  for (const std::string& protocol : results.distinct("protocol"))
    summary.tables.push_back(
        protocol_table(protocol, results.where("protocol", protocol), settings));
  summary.claims = claims(results, settings);
  std::string note = "Of --seeds a protocol takes the first ones, as many as its verdict needs:";
  for (const std::string& protocol : results.distinct("protocol"))
    note += message(" ", protocol, " ", find_protocol(protocol).num_seeds, ";");
  note.back() = '.';
  summary.notes.push_back(std::move(note));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  const index_t length = settings.integers("eval-lens").front();
  return {grouped_bars(results.where("eval_len", length), {"protocol", "variant", "accuracy"},
                       "accuracy", message("Accuracy by protocol at ", length, " tokens"))};
}

}  // namespace

Experiment query_experiment() {
  std::vector<Option> options = query_options();
  options.push_back(lambda_option());
  options.push_back({"protocols",
                     protocol_names(),
                     "",
                     "teachers with the settings each changes",
                     {.choices = protocol_names()}});
  options.push_back(seeds_option({0, 1, 2, 3, 4, 5, 6, 7}));
  return {.id = "query",
          .title = "can a trainable attention use the sector its teacher uses?",
          .source = "the synthetic query task of the PJ-RoPE paper",
          .group = "query",
          .settings = std::move(options),
          .smoke = {{"protocols", "attention_affine,signed_first_jet_position"},
                    {"steps", "5"},
                    {"seeds", "0"},
                    {"batch", "16"},
                    {"eval-batches", "1"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{Axis{"protocol", s.texts("protocols")},
                                   Axis{"variant", s.texts("variants")}, seed_axis(s)};
              },
          .columns = query_columns({"protocol", "variant"}),
          .run = run,
          .summarise = summarise,
          .figures = figures};
}

}  // namespace pj
