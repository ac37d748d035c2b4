#include "experiments/experiments.h"
#include "experiments/query_training.h"
#include "experiments/summary_tables.h"

namespace pj {
namespace {

constexpr double kSweepSlope = 6.4;

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  QueryRun task = query_run(settings);
  task.teacher.rule = "attention";
  task.teacher.target = settings.text("target");
  task.teacher.lambda = point.number("lambda");
  task.variant = point.text("variant");
  task.seed = point.seed();
  if (!settings.given("slope-init")) task.slope_init = kSweepSlope;
  return train_query(task);
}

Summary summarise(const Results& results, const Arguments& settings) {
  const index_t length = settings.integers("eval-lens").front();
  const Results rows = results.where("eval_len", length);
  Summary summary;
  summary.tables.push_back(crossed_table(
      rows, {"lambda", "variant", "accuracy"},
      message("Mean accuracy against the teacher's sharpness, ", length, " tokens.")));
  summary.tables.push_back(crossed_table(
      rows, {"lambda", "variant", "attention_support"},
      message("Effective support of the query row in the last layer, ", length, " tokens.")));
  Table supports({{"lambda"}, {"teacher_support", "tokens"}});
  for (const std::string& lambda : rows.distinct("lambda"))
    supports.add({lambda, brief(rows.where("lambda", lambda).mean("teacher_support"))});
  summary.tables.push_back({"Effective support of the teacher's weights.", std::move(supports)});
  Claim claim{"The sharper the teacher, the more the affine sector is worth.",
              "mean accuracy of affine above that of none at every lambda", ""};
  bool all = true, known = !rows.empty();
  for (const std::string& lambda : rows.distinct("lambda")) {
    const Results here = rows.where("lambda", lambda);
    const auto affine = here.where("variant", "affine").mean("accuracy");
    const auto none = here.where("variant", "none").mean("accuracy");
    claim.numbers +=
        message("lambda ", lambda, ": ", brief(affine), " against ", brief(none), "; ");
    known = known && affine && none;
    all = all && affine && none && *affine > *none;
  }
  if (known) claim.verdict = all ? Verdict::kSupported : Verdict::kNotSupported;
  summary.claims.push_back(std::move(claim));
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  const Results rows = results.where("eval_len", settings.integers("eval-lens").front());
  Figure figure{"accuracy_against_support",
                "Accuracy against the teacher's effective support",
                {"effective support of the teacher", "tokens"},
                {"accuracy"},
                {}};
  for (const std::string& variant : rows.distinct("variant")) {
    Series series{variant, {}, {}, SeriesStyle::kLinePoints};
    for (const std::string& lambda : rows.distinct("lambda")) {
      const Results here = rows.where("variant", variant).where("lambda", lambda);
      const auto x = here.mean("teacher_support"), y = here.mean("accuracy");
      if (!x || !y) continue;
      series.x.push_back(*x);
      series.y.push_back(*y);
    }
    figure.series.push_back(std::move(series));
  }
  return {figure};
}

}  // namespace

Experiment query_support_experiment() {
  std::vector<Option> options = query_options();
  for (Option& option : options)
    if (option.name == "variants")
      option.fallback =
          std::vector<std::string>{"none", "affine", "fj_affine", "lc_affine", "full"};
  options.push_back({"lambdas", std::vector<double>{4, 8, 16, 24}, "", "sharpness", {.min = 0}});
  options.push_back(
      {"target", "affine", "", "kernel of the teacher", {.choices = teacher_targets()}});
  options.push_back(seeds_option({0}));
  return {.id = "query-support",
          .title = "does a sharper attention teacher make the sector matter more?",
          .source = "the support sweep of the PJ-RoPE paper's query task",
          .group = "query",
          .settings = std::move(options),
          .smoke = {{"steps", "10"}, {"batch", "16"}, {"eval-batches", "1"}, {"lambdas", "4,24"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{number_axis("lambda", s.value("lambdas")),
                                   Axis{"variant", s.texts("variants")}, seed_axis(s)};
              },
          .columns = query_columns({"lambda", "variant"}),
          .run = run,
          .summarise = summarise,
          .figures = figures};
}

}  // namespace pj
