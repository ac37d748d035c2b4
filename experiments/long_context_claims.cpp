#include "experiments/long_context_claims.h"

#include <algorithm>

#include "experiments/corpora.h"
#include "experiments/long_context_rows.h"
#include "pj/core/numbers.h"

namespace pj {
namespace {

/// One verdict of several scenes: any that speaks against decides, then any that is open.
struct Scenes {
  Claim claim;
  bool any = false;

  void add(Verdict verdict, const std::string& numbers) {
    claim.numbers += message(claim.numbers.empty() ? "" : "; ", numbers);
    if (!any || worse(verdict, claim.verdict)) claim.verdict = verdict;
    any = true;
  }
  static bool worse(Verdict a, Verdict b) {
    const auto rank = [](Verdict v) {
      return v == Verdict::kNotSupported ? 2 : v == Verdict::kUndecided ? 1 : 0;
    };
    return rank(a) > rank(b);
  }
};

Scenes begin(std::string sentence, std::string rule) {
  return {{std::move(sentence), std::move(rule), "", Verdict::kUndecided}};
}

std::vector<Scene> training_scenes(const Results& results) {
  return scenes_of(results.where("part", "train"));
}

bool is_music(const Scene& scene) { return find_corpus(scene.corpus).music; }

std::string name_of(const Scene& scene) {
  return message(scene.corpus, scene.part == "train" ? "" : " " + scene.part, " ", scene.train_len);
}

Results full_at_train_length(const Scene& scene) {
  return scene.rows.where("method", "full")
      .where("max_order", "3")
      .where("length", scene.train_len);
}

/// Methods by their mean loss at a length, best first.
std::vector<Variant> ranked(const Scene& scene, const std::string& length) {
  std::vector<Variant> variants = variants_of(scene.rows);
  const auto loss = [&](const Variant& v) { return v.rows.where("length", length).mean("loss"); };
  std::erase_if(variants, [&](const Variant& v) { return !loss(v); });
  std::ranges::stable_sort(variants,
                           [&](const Variant& a, const Variant& b) { return *loss(a) < *loss(b); });
  return variants;
}

std::optional<double> loss_at(const Scene& scene, const char* method, const std::string& length) {
  return scene.rows.where("method", method).where("length", length).mean("loss");
}

/// A method's mean losses at the train length and at the longest.
struct NearAndFar {
  double near, far;
};
std::optional<NearAndFar> near_and_far(const Scene& scene, const char* method) {
  const auto near = loss_at(scene, method, scene.train_len);
  const auto far = loss_at(scene, method, scene.longest());
  if (!near || !far) return std::nullopt;
  return NearAndFar{*near, *far};
}

/// Whether a method leads at a length: its interval against the runner-up must stay below zero.
Verdict leads(const std::vector<Variant>& order, const std::string& method,
              const std::string& length) {
  if (order.size() < 2) return Verdict::kUndecided;
  if (order[0].name == method) {
    const auto d = paired_difference_at(order[0].rows, order[1].rows, length);
    return d && d->high < 0 ? Verdict::kSupported : Verdict::kUndecided;
  }
  const auto it = std::ranges::find(order, method, &Variant::name);
  if (it == order.end()) return Verdict::kUndecided;
  const auto d = paired_difference_at(it->rows, order[0].rows, length);
  return d && d->low > 0 ? Verdict::kNotSupported : Verdict::kUndecided;
}

}  // namespace

Claim language_prefers_affine(const Results& results) {
  Scenes scenes = begin("Language prefers affine recency and spends little high-order mass.",
                        "on every text corpus the mean affine gate of full is the largest and "
                        "above 0.5, and its high-order mass is at most 0.01");
  for (const Scene& scene : training_scenes(results)) {
    if (is_music(scene)) continue;
    const Results full = full_at_train_length(scene);
    const auto affine = full.mean("gate_affine"), fj = full.mean("gate_fj"),
               lc = full.mean("gate_lc"), mass = full.mean("high_order_mass");
    if (!affine || !mass) continue;
    const bool holds = *affine > 0.5 && *affine > *fj && *affine > *lc && *mass <= 0.01;
    scenes.add(holds ? Verdict::kSupported : Verdict::kNotSupported,
               message(name_of(scene), ": affine gate ", to_fixed(*affine, 4), ", high-order mass ",
                       to_fixed(*mass, 5)));
  }
  return scenes.claim;
}

Claim ntk_affine_leads(const Results& results) {
  Scenes scenes =
      begin("NTK with affine recency is best at long range.",
            "at the longest length rope_ntk_affine has the lowest mean loss and its paired 95 % "
            "interval against the runner-up is below zero; against: the best method's interval "
            "over it excludes zero");
  for (const Scene& scene : scenes_of(results)) {
    const std::string length = scene.longest();
    const std::vector<Variant> order = ranked(scene, length);
    if (order.size() < 2 || !loss_at(scene, "rope_ntk_affine", length)) continue;
    std::string text =
        name_of(scene) + " at " + length + ": " + order[0].name + " < " + order[1].name;
    if (const auto d = paired_difference_at(order[0].rows, order[1].rows, length))
      text += " by " + to_text(*d);
    scenes.add(leads(order, "rope_ntk_affine", length), text);
  }
  return scenes.claim;
}

Claim music_spends_more(const Results& results) {
  Scenes scenes = begin("Music spends more high-order mass than language under the same protocol.",
                        "with full, every seed of every music corpus has more high-order mass than "
                        "every seed of every text corpus at that train length; undecided where the "
                        "means agree with that and seeds overlap");
  for (const std::string& train_len : results.distinct("train_len")) {
    std::optional<double> most_text, least_music, text_mean, music_mean;
    std::string numbers = message("at ", train_len, ":");
    for (const Scene& scene : training_scenes(results.where("train_len", train_len))) {
      const Results full = full_at_train_length(scene);
      const std::vector<double> masses = full.numbers("high_order_mass");
      if (masses.empty()) continue;
      const double mean = *full.mean("high_order_mass");
      const auto [low, high] = std::ranges::minmax(masses);
      numbers += message(" ", scene.corpus, " ", to_significant(mean, 3));
      if (is_music(scene)) {
        least_music = std::min(least_music.value_or(low), low);
        music_mean = std::min(music_mean.value_or(mean), mean);
      } else {
        most_text = std::max(most_text.value_or(high), high);
        text_mean = std::max(text_mean.value_or(mean), mean);
      }
    }
    if (!most_text || !least_music) continue;
    scenes.add(*least_music > *most_text   ? Verdict::kSupported
               : *music_mean <= *text_mean ? Verdict::kNotSupported
                                           : Verdict::kUndecided,
               numbers);
  }
  return scenes.claim;
}

Claim motifs_gain_over_controls(const Results& results) {
  Scenes scenes = begin("Music whose bars return gains over the same bars shuffled.",
                        "for every method with a position and at every length, each seed's loss is "
                        "below that of the same seed on the shuffled control");
  for (const char* corpus : {"motif_rich", "motif_variation"}) {
    const Results structured = results.where("corpus", corpus);
    const Results control = results.where("corpus", message(corpus, "_shuffled"));
    index_t lower = 0, compared = 0;
    double gain = 0;
    for (const Record& row : structured.rows()) {
      if (*cell_of(row, "method").text() == "none") continue;
      Results other = control;
      for (const char* key : {"train_len", "method", "max_order", "seed", "length"})
        other = other.where(key, cell_of(row, key));
      if (other.rows().size() != 1) continue;
      const double difference = *cell_of(row, "loss").number() - *other.mean("loss");
      lower += difference < 0 ? 1 : 0;
      gain -= difference;
      ++compared;
    }
    if (compared == 0) continue;
    scenes.add(lower == compared ? Verdict::kSupported : Verdict::kNotSupported,
               message(corpus, ": lower in ", lower, " of ", compared, ", mean gain ",
                       to_fixed(gain / static_cast<double>(compared), 4), " nats/token"));
  }
  return scenes.claim;
}

Claim pj_rotary_fails_long(const Results& results) {
  Scenes scenes = begin("pj_rotary fits at the train length and fails far beyond it.",
                        "at the train length its mean loss is within 0.1 of the best method's, and "
                        "at the longest length it is more than 0.5 above its own there");
  for (const Scene& scene : scenes_of(results)) {
    const std::optional<NearAndFar> loss = near_and_far(scene, "pj_rotary");
    if (!loss) continue;
    const std::vector<Variant> order = ranked(scene, scene.train_len);
    const double best = *order[0].rows.where("length", scene.train_len).mean("loss");
    scenes.add(loss->near <= best + 0.1 && loss->far > loss->near + 0.5 ? Verdict::kSupported
                                                                        : Verdict::kNotSupported,
               message(name_of(scene), ": ", to_fixed(loss->near, 4), " at the train length (best ",
                       to_fixed(best, 4), "), ", to_fixed(loss->far, 4), " at ", scene.longest()));
  }
  return scenes.claim;
}

Claim lc_affine_stays_strong(const Results& results) {
  Scenes scenes = begin("lc_affine stays strong on music at long range.",
                        "on every music corpus its mean loss rises by at most 0.1 from the train "
                        "length to the longest, where it is among the two best methods");
  for (const Scene& scene : scenes_of(results)) {
    const std::string length = scene.longest();
    const std::optional<NearAndFar> loss = near_and_far(scene, "lc_affine");
    if (!is_music(scene) || !loss) continue;
    const std::vector<Variant> order = ranked(scene, length);
    const auto place = std::ranges::find(order, "lc_affine", &Variant::name) - order.begin() + 1;
    scenes.add(
        loss->far <= loss->near + 0.1 && place <= 2 ? Verdict::kSupported : Verdict::kNotSupported,
        message(name_of(scene), ": ", to_fixed(loss->near, 4), " -> ", to_fixed(loss->far, 4),
                " at ", length, ", place ", place, " of ", order.size()));
  }
  return scenes.claim;
}

}  // namespace pj
