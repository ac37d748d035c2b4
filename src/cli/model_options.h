#pragma once

#include "pj/core/options.h"
#include "pj/train/load_model.h"

namespace pj {

/// What a model file of another program leaves open: --method, --heads, --train-len.
std::vector<Option> model_hint_options();
/// The model in `file`, with the hints of those flags.
LoadedModel open_model(const std::string& file, const Arguments& arguments);

}  // namespace pj
