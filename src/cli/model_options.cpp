#include "model_options.h"

namespace pj {

std::vector<Option> model_hint_options() {
  return {
      {"method", "", "", "of a file without configuration: its method"},
      {"heads", index_t{0}, "", "of a file without configuration: its heads", {.min = 0}},
      {"train-len",
       index_t{0},
       "tokens",
       "of a file without configuration: its train length",
       {.min = 0}},
  };
}

LoadedModel open_model(const std::string& file, const Arguments& a) {
  return load_model(file, {a.text("method"), a.integer("heads"), a.integer("train-len")});
}

}  // namespace pj
