#pragma once

#include "pj/core/options.h"
#include "pj/data/corpus.h"
#include "pj/train/train_config.h"

namespace pj {

/// The flags that decide a training, with the defaults of TrainConfig: `train` has them all, and an
/// experiment that trains takes the same.
std::vector<Option> training_options();

/// The configuration the flags ask for; the vocabulary comes from the corpus.
TrainConfig training_config(const Arguments& arguments, const Corpus& corpus);

/// --data, --cache-mib: the corpus every command that reads tokens takes.
std::vector<Option> corpus_options();
Corpus open_corpus(const Arguments& arguments);

/// --threads and --quiet, of every command that computes for long.
std::vector<Option> work_options();
void apply_work_options(const Arguments& arguments);

}  // namespace pj
