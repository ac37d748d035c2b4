#pragma once

#include "pj/core/options.h"
#include "pj/train/load_model.h"
#include "sample_output.h"

namespace pj {

/// --prompt, --prompt-file, --prompt-midi, --prompt-tokens and --tokenizer.
std::vector<Option> prompt_options();

/// What the model's tokens are: what --tokenizer says, else the checkpoint, else its vocabulary.
/// Throws ValueError if no tokenizer has that vocabulary.
TokenForm token_form(const LoadedModel& loaded, const Arguments& arguments);

struct Prompt {
  std::vector<std::int32_t> tokens;
  bool shown = true;  ///< false for the token an empty prompt begins from
};

/// The tokens to go on from. An empty prompt begins as a piece does, after a newline, or where a
/// token is no byte after a second of silence. Throws UsageError for more than one prompt, or one
/// that the tokens cannot hold; IoError for a file that cannot be read.
Prompt read_prompt(const TokenForm& form, const Arguments& arguments);

}  // namespace pj
