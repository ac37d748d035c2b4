#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/report/json.h"
#include "pj/train/program_facts.h"
#include "pj/train/trainer.h"
#include "training_options.h"

namespace pj {
namespace {

std::vector<Option> options() {
  std::vector<Option> all = corpus_options();
  for (const auto& part : {training_options(), work_options()})
    all.insert(all.end(), part.begin(), part.end());
  all.push_back({"save-every", index_t{100}, "steps", "between checkpoints", {.min = 1}});
  all.push_back({"out", "", "", "run folder", {.required = true}});
  all.push_back({"resume", false, "", "go on with a run folder that exists"});
  return all;
}

int run(const Arguments& arguments) {
  apply_work_options(arguments);
  const Corpus corpus = open_corpus(arguments);
  const TrainConfig config = training_config(arguments, corpus);
  RunOptions options;
  options.folder = arguments.text("out");
  options.resume = arguments.flag("resume");
  options.save_every = arguments.integer("save-every");
  options.progress = stderr_progress_style(arguments.flag("quiet"));
  options.environment = {{"program", program_facts()},
                         {"flags", nlohmann::json(json_settings(arguments))}};
  (void)run_training(config, corpus, options);
  std::cout << read_file(options.folder / "summary.md");
  return 0;
}

}  // namespace

Command train_command() {
  return {.name = "train",
          .summary = "train a model on a corpus into a run folder, or go on with one",
          .positionals = {},
          .options = options(),
          .run = run};
}

}  // namespace pj
