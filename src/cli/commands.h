#pragma once

#include "pj/cli/command.h"

namespace pj {

/// The commands of the program, one function each; `main` lists them in the order of the help.
Command data_pack_command();
Command data_info_command();
Command data_verify_command();
Command data_cat_command();
Command data_synth_command();
Command train_command();
Command eval_command();
Command sample_command();
Command inspect_command();
Command methods_command();
Command compare_command();
Command report_command();
Command bench_command();
Command reproduce_command();

/// `probe ID` for each experiment.
std::vector<Command> probe_commands();

}  // namespace pj
