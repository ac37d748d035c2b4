#include "experiments/experiments.h"
#include "experiments/query_training.h"
#include "experiments/summary_tables.h"

namespace pj {
namespace {

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext&) {
  QueryRun task = query_run(settings);
  task.teacher.lambda = settings.number("lambda");
  task.teacher.rule = point.text("teacher");
  task.teacher.target = point.text("target");
  task.variant = point.text("variant");
  task.seed = point.seed();
  return train_query(task);
}

/// How many of a rule's targets are learned best by a variant with the target's own sector.
Claim own_sector_is_best(const Results& results, const std::string& rule) {
  const Results rows = results.where("teacher", rule);
  index_t own = 0, targets = 0;
  Claim claim{message("The ", rule, " teacher is learned best by a variant with its sector."),
              "the variant of the largest mean accuracy has the target's sector, for at least 6 of "
              "8 targets",
              ""};
  for (const std::string& target : rows.distinct("target")) {
    std::string best;
    double most = -1;
    for (const std::string& variant : rows.distinct("variant")) {
      const auto accuracy = rows.where("target", target).where("variant", variant).mean("accuracy");
      if (accuracy && *accuracy > most) {
        most = *accuracy;
        best = variant;
      }
    }
    ++targets;
    own += variant_sectors(best).has(teacher_sector(target)) ? 1 : 0;
    claim.numbers += message(targets > 1 ? ", " : "", target, ": ", best, " ", brief(most));
  }
  if (targets == static_cast<index_t>(teacher_targets().size()))
    claim.verdict = own >= 6 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments& settings) {
  const index_t length = settings.integers("eval-lens").front();
  const Results rows = results.where("eval_len", length);
  Summary summary;
  for (const std::string& rule : rows.distinct("teacher")) {
    summary.tables.push_back(crossed_table(
        rows.where("teacher", rule), {"target", "variant", "accuracy"},
        message("Mean accuracy with the ", rule, " teacher at ", length, " tokens.")));
    summary.claims.push_back(own_sector_is_best(rows, rule));
  }
  return summary;
}

std::vector<Figure> figures(const Results& results, const Arguments& settings) {
  const index_t length = settings.integers("eval-lens").front();
  std::vector<Figure> all;
  for (const std::string& rule : results.distinct("teacher"))
    all.push_back(grouped_bars(
        results.where("eval_len", length).where("teacher", rule), {"target", "variant", "accuracy"},
        "accuracy_" + rule, message("Accuracy with the ", rule, " teacher, ", length, " tokens")));
  return all;
}

}  // namespace

Experiment query_sectors_experiment() {
  std::vector<Option> options = query_options();
  options.push_back(lambda_option());
  options.push_back(
      {"teachers", teacher_rules(), "", "rules of the label", {.choices = teacher_rules()}});
  options.push_back(
      {"targets", teacher_targets(), "", "kernels of the teacher", {.choices = teacher_targets()}});
  options.push_back(seeds_option({0}));
  return {.id = "query-sectors",
          .title = "which sectors learn which teacher?",
          .source = "the synthetic query task of the PJ-RoPE paper",
          .group = "query",
          .settings = std::move(options),
          .smoke = {{"steps", "10"}, {"batch", "16"}, {"eval-batches", "1"}, {"targets", "affine"}},
          .grid =
              [](const Arguments& s) {
                return std::vector{Axis{"teacher", s.texts("teachers")},
                                   Axis{"target", s.texts("targets")},
                                   Axis{"variant", s.texts("variants")}, seed_axis(s)};
              },
          .columns = query_columns({"teacher", "target", "variant"}),
          .run = run,
          .summarise = summarise,
          .figures = figures};
}

}  // namespace pj
