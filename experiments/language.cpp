#include "experiments/experiments.h"
#include "experiments/long_context.h"
#include "experiments/long_context_claims.h"

namespace pj {
namespace {

const char* const kSource = "the language tables of the PJ-RoPE paper";

std::vector<std::pair<std::string, std::string>> small(const std::string& methods) {
  return small_long_context("tinyshakespeare", methods);
}

std::vector<Claim> core_claims(const Results& results) {
  return {language_prefers_affine(results), ntk_affine_leads(results)};
}

}  // namespace

Experiment language_core_experiment() {
  return long_context_experiment(
      {.id = "language-core",
       .title = "which position holds on text far beyond the train length?",
       .source = kSource,
       .group = "language",
       .corpora = {"tinyshakespeare", "wikitext2"},
       .methods = {"none", "rope", "rope_pi", "rope_ntk", "rope_yarn", "affine", "rope_affine",
                   "rope_ntk_affine", "rope_yarn_affine", "lc_affine", "full"},
       .train_lens = {512, 1024},
       .eval_lens = {1024, 2048, 4096, 8192},
       .baseline = "affine",
       .smoke = small("none,rope,affine,rope_ntk_affine,full"),
       .claims = core_claims});
}

Experiment language_sectors_experiment() {
  return long_context_experiment({.id = "language-sectors",
                                  .title = "which sectors does text need?",
                                  .source = kSource,
                                  .group = "language",
                                  .corpora = {"tinyshakespeare", "wikitext2"},
                                  .methods = {"affine", "fj_affine", "fj_lc", "lc_affine", "full"},
                                  .train_lens = {1024},
                                  .eval_lens = {8192},
                                  .baseline = "affine",
                                  .smoke = small("affine,fj_lc,full"),
                                  .claims = [](const Results& results) {
                                    return std::vector{language_prefers_affine(results)};
                                  }});
}

Experiment language_orders_experiment() {
  auto smoke = small("full");
  smoke.emplace_back("max-orders", "0,3");
  return long_context_experiment({.id = "language-orders",
                                  .title = "how many jet orders does text need?",
                                  .source = kSource,
                                  .group = "language",
                                  .corpora = {"tinyshakespeare", "wikitext2"},
                                  .methods = {"full"},
                                  .train_lens = {1024},
                                  .eval_lens = {8192},
                                  .max_orders = {0, 1, 3},
                                  .baseline = "full, R = 0",
                                  .smoke = smoke});
}

Experiment language_stress_experiment() {
  return long_context_experiment(
      {.id = "language-stress",
       .title = "what is left of them at 32,768 tokens of text?",
       .source = kSource,
       .group = "language",
       .corpora = {"tinyshakespeare", "wikitext2", "warpeace"},
       .methods = {"rope", "rope_ntk", "rope_ntk_affine", "affine", "lc_affine", "full"},
       .train_lens = {1024},
       .eval_lens = {16384, 32768},
       .baseline = "affine",
       .smoke = small("rope,affine,full"),
       .claims = core_claims});
}

}  // namespace pj
