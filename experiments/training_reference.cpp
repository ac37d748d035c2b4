#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/experiments.h"
#include "pj/core/files.h"
#include "pj/core/numbers.h"
#include "pj/train/run_log.h"
#include "pj/train/trainer.h"

namespace pj {
namespace {

std::vector<std::string> reference_methods() {
  return {"none",      "rope",
          "rope_pi",   "rope_ntk",
          "rope_yarn", "rope_affine",
          "affine",    "full",
          "fj_affine", "fj_lc",
          "lc_affine", "rope_ntk_affine",
          "pj_rotary", "rope_yarn_affine"};
}

TrainConfig config_of(const GridPoint& point, const Arguments& settings, const Corpus& corpus) {
  TrainConfig config;
  config.model.method = find_method(point.text("method"));
  config.model.vocab_size = corpus.vocab();
  config.model.train_len = settings.integer("train-len");
  config.batch = settings.integer("batch");
  config.steps = settings.integer("steps");
  config.seed = point.seed();
  config.eval_lens = settings.integers("eval-lens");
  config.eval_windows = settings.integer("eval-windows");
  return config;
}

std::vector<Record> run(const GridPoint& point, const Arguments& settings, RunContext& context) {
  const Corpus corpus = Corpus::open({settings.text("data")});
  RunOptions options;
  options.folder = context.folder / "run";
  options.resume = true;
  (void)run_training(config_of(point, settings, corpus), corpus, options);
  std::vector<Record> rows;
  for (const auto& [length, loss] : last_evaluations(options.folder))
    rows.push_back({{"length", length}, {"loss", loss}});
  return rows;
}

/// The reference's mean loss of a method at a length; nothing if it has none.
std::optional<double> golden_loss(const nlohmann::json& golden, const std::string& method,
                                  const std::string& length) {
  const nlohmann::json& methods = golden.at("methods");
  if (!methods.contains(method) || !methods[method].contains(length)) return std::nullopt;
  return methods[method][length].at("mean").get<double>();
}

SummaryTable comparison(const Results& results, const nlohmann::json& golden) {
  SummaryTable summary{"Loss of ours (mean and deviation over seeds) beside the reference's mean.",
                       Table({{"method"},
                              {"length", "tokens"},
                              {"ours", "nats/token"},
                              {"reference", "nats/token"},
                              {"difference"}})};
  for (const std::string& method : results.distinct("method"))
    for (const std::string& length : results.distinct("length")) {
      const Results rows = results.where("method", method).where("length", length);
      const std::optional<double> ours = rows.mean("loss"),
                                  theirs = golden_loss(golden, method, length);
      summary.table.add({method, length, to_text(rows.spread_of("loss"), 4), Cell::fixed(theirs, 4),
                         ours && theirs ? Cell::fixed(*ours - *theirs, 4) : Cell()});
    }
  return summary;
}

Claim train_length_agrees(const Results& results, const nlohmann::json& golden,
                          const std::string& length) {
  Claim claim{"At the train length every method reaches the reference's loss.",
              "mean loss at " + length + " within 0.08 of the reference for every method", "",
              Verdict::kUndecided};
  double largest = 0;
  std::string worst;
  for (const std::string& method : results.distinct("method")) {
    const auto ours = results.where("method", method).where("length", length).mean("loss");
    const auto theirs = golden_loss(golden, method, length);
    if (!ours || !theirs || std::abs(*ours - *theirs) < largest) continue;
    largest = std::abs(*ours - *theirs);
    worst = method;
  }
  if (worst.empty()) return claim;
  claim.numbers = message("largest difference ", to_fixed(largest, 4), " (", worst, ")");
  claim.verdict = largest <= 0.08 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

/// Methods by their mean loss at a length, best first.
std::vector<std::string> ranking(const Results& results, const std::string& length) {
  std::vector<std::pair<double, std::string>> order;
  for (const std::string& method : results.distinct("method"))
    if (const auto loss = results.where("method", method).where("length", length).mean("loss"))
      order.emplace_back(*loss, method);
  std::sort(order.begin(), order.end());
  std::vector<std::string> names;
  for (const auto& [loss, name] : order) names.push_back(name);
  return names;
}

Claim long_range_order(const Results& results, const std::string& length) {
  Claim claim{
      "Beyond the train length NTK with affine recency leads, the affine family follows, and plain "
      "rotations come last.",
      "at " + length +
          " tokens: rope_ntk_affine first, then rope_affine, affine, fj_affine, lc_affine and full "
          "in any order, and rope, rope_pi and pj_rotary last",
      "", Verdict::kUndecided};
  const std::vector<std::string> order = ranking(results, length);
  for (const std::string& method : order)
    claim.numbers += (claim.numbers.empty() ? "" : " < ") + method;
  if (order.size() != reference_methods().size()) return claim;
  const auto holds = [&](std::vector<std::string> names, std::size_t first) {
    std::vector<std::string> there(
        order.begin() + static_cast<std::ptrdiff_t>(first),
        order.begin() + static_cast<std::ptrdiff_t>(first + names.size()));
    std::sort(names.begin(), names.end());
    std::sort(there.begin(), there.end());
    return names == there;
  };
  const bool right = order[0] == "rope_ntk_affine" &&
                     holds({"rope_affine", "affine", "fj_affine", "lc_affine", "full"}, 1) &&
                     holds({"rope", "rope_pi", "pj_rotary"}, order.size() - 3);
  claim.verdict = right ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Claim affine_holds(const Results& results, const std::string& near, const std::string& far) {
  Claim claim{"Affine recency alone does not degrade beyond the train length.",
              "its mean loss at " + far + " at most 0.1 above that at " + near, "",
              Verdict::kUndecided};
  const Results affine = results.where("method", "affine");
  const auto at_near = affine.where("length", near).mean("loss");
  const auto at_far = affine.where("length", far).mean("loss");
  if (!at_near || !at_far) return claim;
  claim.numbers = message(to_fixed(*at_near, 4), " and ", to_fixed(*at_far, 4));
  claim.verdict = *at_far <= *at_near + 0.1 ? Verdict::kSupported : Verdict::kNotSupported;
  return claim;
}

Summary summarise(const Results& results, const Arguments& settings) {
  const std::filesystem::path path = settings.text("golden");
  const nlohmann::json golden = nlohmann::json::parse(read_file(path));
  const std::string near = std::to_string(settings.integer("train-len"));
  const std::string far = std::to_string(settings.integers("eval-lens").back());
  return {{comparison(results, golden)},
          {train_length_agrees(results, golden, near), long_range_order(results, far),
           affine_holds(results, near, far)}};
}

}  // namespace

Experiment training_reference_experiment() {
  return {
      .id = "training-reference",
      .title = "do whole trainings agree with the reference's?",
      .source = "Two seeds of the paper's program on Tiny Shakespeare",
      .group = "training",
      .settings = {{"data",
                    "",
                    "",
                    "shards of Tiny Shakespeare, see 'pjrope data pack'",
                    {.required = true}},
                   {"golden", "tests/golden/training_reference.json", "", "the reference's losses"},
                   {"methods", reference_methods(), "", "methods to train"},
                   seeds_option(),
                   {"train-len", index_t{128}, "tokens", "L", {.min = 8}},
                   {"batch", index_t{16}, "windows", "of a step", {.min = 1}},
                   {"steps", index_t{300}, "steps", "of a training", {.min = 1}},
                   {"eval-lens",
                    std::vector<index_t>{128, 512, 2048},
                    "tokens",
                    "evaluation lengths",
                    {.min = 1}},
                   {"eval-windows", index_t{24}, "windows", "of each length", {.min = 1}}},
      .smoke = {{"seeds", "0"}, {"steps", "30"}, {"methods", "none,affine"}},
      .grid =
          [](const Arguments& settings) {
            return std::vector<Axis>{{"method", settings.texts("methods")}, seed_axis(settings)};
          },
      .columns = {{"method", "", ColumnRole::kKey},
                  {"seed", "", ColumnRole::kKey},
                  {"length", "tokens", ColumnRole::kKey},
                  {"loss", "nats/token"}},
      .waits_for =
          [](const GridPoint&, const Arguments& settings) {
            return std::string(settings.text("data").empty()
                                   ? "no corpus; pack Tiny Shakespeare with 'pjrope data pack' and "
                                     "give its folder as --data"
                                   : "");
          },
      .run = run,
      .summarise = summarise};
}

}  // namespace pj
