#include "experiments/experiments.h"
#include "experiments/long_context.h"
#include "experiments/long_context_claims.h"

namespace pj {
namespace {

const char* const kSource = "the music tables of the PJ-RoPE paper";

}  // namespace

Experiment music_structure_experiment() {
  return long_context_experiment(
      {.id = "music-structure",
       .title = "does a model use bars that return?",
       .source = kSource,
       .group = "music",
       .corpora = {"motif_rich", "motif_rich_shuffled", "motif_variation",
                   "motif_variation_shuffled"},
       .methods = {"none", "rope_ntk_affine", "affine", "fj_affine", "lc_affine", "full"},
       .train_lens = {512},
       .eval_lens = {4096, 8192},
       .baseline = "none",
       .smoke = small_long_context("motif_rich,motif_rich_shuffled", "none,affine,full"),
       .claims = [](const Results& results) {
         return std::vector{motifs_gain_over_controls(results)};
       }});
}

Experiment music_stress_experiment() {
  return long_context_experiment(
      {.id = "music-stress",
       .title = "which position holds on performed music far beyond the train length?",
       .source = kSource,
       .group = "music",
       .corpora = {"maestro", "musicnet"},
       .methods = {"none", "rope_ntk_affine", "affine", "fj_affine", "lc_affine", "full",
                   "pj_rotary"},
       .train_lens = {512},
       .eval_lens = {8192, 16384, 32768},
       .baseline = "affine",
       .smoke = small_long_context("maestro_part", "affine,full,pj_rotary"),
       .claims = [](const Results& results) {
         return std::vector{pj_rotary_fails_long(results), lc_affine_stays_strong(results),
                            ntk_affine_leads(results)};
       }});
}

Experiment text_and_music_experiment() {
  return long_context_experiment(
      {.id = "text-and-music",
       .title = "what does the full bias choose on text, and what on music?",
       .source = kSource,
       .group = "music",
       .corpora = {"tinyshakespeare", "wikitext2", "warpeace", "motif_rich", "motif_variation",
                   "maestro", "musicnet"},
       .methods = {"full"},
       .train_lens = {512},
       .eval_lens = {8192},
       .baseline = "",
       .smoke = small_long_context("tinyshakespeare,motif_rich", "full"),
       .claims = [](const Results& results) {
         return std::vector{music_spends_more(results), language_prefers_affine(results)};
       }});
}

}  // namespace pj
