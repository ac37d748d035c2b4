#include "commands.h"
#include "experiment_run.h"
#include "experiments/experiments.h"
#include "training_options.h"

namespace pj {

std::vector<Command> probe_commands() {
  std::vector<Command> all;
  for (const Experiment& experiment : experiments()) {
    Command command{.name = "probe " + experiment.id,
                    .summary = experiment.title,
                    .positionals = {},
                    .options = experiment.settings};
    command.options.push_back({"out", "runs/" + experiment.id, "", "folder of this run"});
    command.options.push_back(
        {"reference", "", "", "CSV file of measured values to compare the results with"});
    for (const Option& option : sweep_options()) command.options.push_back(option);
    command.run = [&experiment](const Arguments& arguments) {
      apply_work_options(arguments);
      return run_experiment(experiment, arguments, arguments.text("out"),
                            arguments.text("reference"));
    };
    all.push_back(std::move(command));
  }
  return all;
}

}  // namespace pj
