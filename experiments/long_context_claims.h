#pragma once

#include "pj/runner/experiment.h"

namespace pj {

/// The paper's claims about language and music, each with the rule that decides it. A rule looks at
/// every corpus and train length of the results, and says kUndecided where its rows are missing or
/// its intervals do not settle it.

/// "Language prefers affine recency and spends little high-order mass."
Claim language_prefers_affine(const Results& results);

/// "NTK with affine recency is best at long range."
Claim ntk_affine_leads(const Results& results);

/// "Music spends more high-order mass than language under the same protocol."
Claim music_spends_more(const Results& results);

/// "Music whose bars return gains over the same bars shuffled."
Claim motifs_gain_over_controls(const Results& results);

/// "pj_rotary fits at the train length and fails far beyond it."
Claim pj_rotary_fails_long(const Results& results);

/// "lc_affine stays strong on music at long range."
Claim lc_affine_stays_strong(const Results& results);

}  // namespace pj
