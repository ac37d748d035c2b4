#include "experiments/long_context_claims.h"

#include <doctest/doctest.h>

#include "experiments/experiments.h"

TEST_SUITE_BEGIN("long_context_claims");

namespace {

using pj::Verdict;

/// Rows of two lengths, 512 and 8192, as the tables hold them.
class Rows {
 public:
  Rows& add(const std::string& corpus, const std::string& method, int seed, double near, double far,
            const pj::Record& more = {}) {
    for (const bool is_far : {false, true}) {
      const double loss = is_far ? far : near;
      pj::Record row = {{"corpus", corpus}, {"train_len", 512},
                        {"method", method}, {"max_order", 3},
                        {"seed", seed},     {"part", "train"},
                        {"loss", loss},     {"length", is_far ? 8192 : 512}};
      // Windows around the loss, the same for every method.
      row["window_losses"] =
          pj::Cell(std::to_string(loss - 0.01) + " " + std::to_string(loss + 0.01));
      row.insert(more.begin(), more.end());
      results.add(row);
    }
    return *this;
  }

  pj::Results results{pj::language_core_experiment().columns};
};

pj::Record gates(double affine, double mass) {
  return {{"gate_fj", (1 - affine) / 2},
          {"gate_affine", affine},
          {"gate_lc", (1 - affine) / 2},
          {"high_order_mass", mass}};
}

}  // namespace

TEST_CASE("language prefers affine when its gate leads and high orders have little mass") {
  const auto verdict = [](double affine, double mass) {
    return pj::language_prefers_affine(
               Rows().add("tinyshakespeare", "full", 0, 2, 2, gates(affine, mass)).results)
        .verdict;
  };
  CHECK(verdict(0.95, 0.001) == Verdict::kSupported);
  CHECK(verdict(0.4, 0.001) == Verdict::kNotSupported);
  CHECK(verdict(0.95, 0.02) == Verdict::kNotSupported);
  CHECK(pj::language_prefers_affine(Rows().results).verdict == Verdict::kUndecided);
}

TEST_CASE("NTK with affine leads only when its interval over the runner-up says so") {
  const auto verdict = [](double ntk, double affine) {
    return pj::ntk_affine_leads(Rows()
                                    .add("tinyshakespeare", "rope_ntk_affine", 0, 2, ntk)
                                    .add("tinyshakespeare", "affine", 0, 2, affine)
                                    .results)
        .verdict;
  };
  CHECK(verdict(1.9, 2.1) == Verdict::kSupported);
  CHECK(verdict(2.1, 1.9) == Verdict::kNotSupported);
  CHECK(verdict(2.0, 2.0) == Verdict::kUndecided);
}

TEST_CASE("one corpus that speaks against a claim decides it") {
  const pj::Claim claim =
      pj::ntk_affine_leads(Rows()
                               .add("tinyshakespeare", "rope_ntk_affine", 0, 2, 1.9)
                               .add("tinyshakespeare", "affine", 0, 2, 2.1)
                               .add("warpeace", "rope_ntk_affine", 0, 2, 2.5)
                               .add("warpeace", "affine", 0, 2, 2.1)
                               .results);
  CHECK(claim.verdict == Verdict::kNotSupported);
  CHECK(claim.numbers.find("tinyshakespeare") != std::string::npos);
  CHECK(claim.numbers.find("warpeace") != std::string::npos);
}

TEST_CASE("music spends more when no seed of text reaches a seed of music") {
  const auto verdict = [](double text, double other_text, double music) {
    return pj::music_spends_more(Rows()
                                     .add("warpeace", "full", 0, 2, 2, gates(0.9, text))
                                     .add("warpeace", "full", 1, 2, 2, gates(0.9, other_text))
                                     .add("motif_rich", "full", 0, 1, 1, gates(0.9, music))
                                     .results)
        .verdict;
  };
  CHECK(verdict(0.001, 0.002, 0.01) == Verdict::kSupported);
  CHECK(verdict(0.001, 0.012, 0.01) == Verdict::kUndecided);
  CHECK(verdict(0.011, 0.012, 0.01) == Verdict::kNotSupported);
}

TEST_CASE("motifs gain when every seed and length is below its control") {
  const auto verdict = [](double far) {
    return pj::motifs_gain_over_controls(Rows()
                                             .add("motif_rich", "affine", 0, 0.9, far)
                                             .add("motif_rich_shuffled", "affine", 0, 1.0, 1.0)
                                             .add("motif_rich", "none", 0, 2.0, 2.0)
                                             .add("motif_rich_shuffled", "none", 0, 1.0, 1.0)
                                             .results)
        .verdict;
  };
  CHECK(verdict(0.95) == Verdict::kSupported);
  CHECK(verdict(1.05) == Verdict::kNotSupported);
}

TEST_CASE("pj_rotary must fit near and fail far") {
  const auto verdict = [](double near, double far) {
    return pj::pj_rotary_fails_long(Rows()
                                        .add("maestro_part", "pj_rotary", 0, near, far)
                                        .add("maestro_part", "affine", 0, 1.0, 1.0)
                                        .results)
        .verdict;
  };
  CHECK(verdict(1.05, 2.0) == Verdict::kSupported);
  CHECK(verdict(1.05, 1.2) == Verdict::kNotSupported);
  CHECK(verdict(1.5, 3.0) == Verdict::kNotSupported);
}

TEST_CASE("lc_affine stays strong when it rises little and is among the two best, on music alone") {
  const auto verdict = [](double far, double other) {
    return pj::lc_affine_stays_strong(Rows()
                                          .add("maestro_part", "lc_affine", 0, 1.0, far)
                                          .add("maestro_part", "affine", 0, 1.0, other)
                                          .add("maestro_part", "full", 0, 1.0, other)
                                          .add("tinyshakespeare", "lc_affine", 0, 1.0, 9.0)
                                          .results)
        .verdict;
  };
  CHECK(verdict(1.05, 1.2) == Verdict::kSupported);
  CHECK(verdict(1.05, 1.0) == Verdict::kNotSupported);
  CHECK(verdict(1.2, 1.3) == Verdict::kNotSupported);
}

TEST_SUITE_END();
