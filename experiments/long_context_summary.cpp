#include "experiments/long_context_summary.h"

#include <algorithm>
#include <map>

#include "experiments/corpora.h"
#include "experiments/long_context.h"
#include "experiments/long_context_rows.h"
#include "pj/core/numbers.h"
#include "pj/data/windows.h"

namespace pj {
namespace {

std::string seeds_text(const Scene& scene) {
  const auto n = scene.rows.distinct("seed").size();
  return message("mean over ", n, n == 1 ? " seed" : " seeds");
}

SummaryTable loss_table(const Scene& scene) {
  const std::string longest = scene.longest();
  std::vector<Column> columns = {{"method"}};
  for (const std::string& length : scene.lengths())
    columns.push_back({"loss at " + length, "nats/token"});
  columns.insert(columns.end(), {{"change to " + longest},
                                 {"perplexity at " + longest},
                                 {"bits/token at " + longest},
                                 {"seeds"}});
  Table table(columns);
  for (const Variant& variant : variants_of(scene.rows)) {
    Row row = {variant.name};
    for (const std::string& length : scene.lengths())
      row.push_back(to_text(variant.rows.where("length", length).spread_of("loss"), 4));
    const Results far = variant.rows.where("length", longest);
    row.push_back(Cell::fixed(far.mean("change"), 4));
    row.push_back(Cell::fixed(far.mean("perplexity"), 3));
    row.push_back(Cell::fixed(far.mean("bits_per_token"), 4));
    row.push_back(far.spread_of("loss").n);
    table.add(row);
  }
  return {message(scene.title(), ": loss by length, ", seeds_text(scene),
                  " ± standard deviation; change against the train length."),
          table};
}

/// Nothing if the baseline was not run.
std::optional<SummaryTable> paired_table(const Scene& scene, const std::string& baseline) {
  const std::vector<Variant> variants = variants_of(scene.rows);
  const auto base = std::ranges::find(variants, baseline, &Variant::name);
  if (base == variants.end() || variants.size() < 2) return std::nullopt;
  std::vector<Column> columns = {{"method"}};
  for (const std::string& length : scene.lengths()) {
    columns.push_back({"at " + length, "nats/token"});
    columns.push_back({"won"});
  }
  Table table(columns);
  for (const Variant& variant : variants) {
    if (variant.name == baseline) continue;
    Row row = {variant.name};
    for (const std::string& length : scene.lengths()) {
      const auto d = paired_difference_at(variant.rows, base->rows, length);
      row.push_back(d ? to_text(*d) : "");
      row.push_back(d ? message(d->won, "/", d->windows) : "");
    }
    table.add(row);
  }
  return SummaryTable{message(scene.title(), ": loss minus that of ", baseline,
                              " on the same windows, with the bootstrap 95 % interval over seeds "
                              "and windows, and the windows won."),
                      table};
}

SummaryTable position_table(const Scene& scene) {
  constexpr index_t kFirst = 16;  // positions below have no context to speak of
  const index_t longest = *parse_integer(scene.longest());
  std::vector<Column> columns = {{"method"}};
  for (index_t begin = kFirst; begin < longest; begin *= 2)
    columns.push_back({message(begin, "-", std::min(2 * begin, longest) - 1), "nats/token"});
  Table table(columns);
  for (const Variant& variant : variants_of(scene.rows)) {
    const std::vector<double> losses =
        mean_position_losses(variant.rows.where("length", scene.longest()));
    Row row = {variant.name};
    std::size_t bucket = 1;
    for (index_t begin = 1; begin < kFirst; begin *= 2) ++bucket;
    for (; bucket < losses.size(); ++bucket) row.push_back(Cell::fixed(losses[bucket], 3));
    row.resize(columns.size());
    table.add(row);
  }
  return {message(scene.title(), ": loss by position in windows of ", longest, " tokens, ",
                  seeds_text(scene), "."),
          table};
}

/// What the biases chose; nothing if no method here has one.
std::optional<SummaryTable> bias_table(const Scene& scene) {
  Table table({{"method"},
               {"gate FJ"},
               {"gate affine"},
               {"gate LC"},
               {"slope"},
               {"FJ mass by order"},
               {"LC mass by order"},
               {"high-order mass"},
               {"high-order share"}});
  bool any = false;
  for (const Variant& variant : variants_of(scene.rows)) {
    const Results rows = variant.rows.where("length", scene.train_len);
    if (rows.numbers("gate_affine").empty()) continue;
    any = true;
    const auto masses = [&](const char* sector) {
      std::string text;
      for (int r = 0; r < 4; ++r)
        if (const auto mass = rows.mean(message(sector, "_mass_", r)))
          text += (text.empty() ? "" : " ") + to_fixed(*mass, 5);
      return text;
    };
    table.add({variant.name, to_text(rows.spread_of("gate_fj"), 4),
               to_text(rows.spread_of("gate_affine"), 4), to_text(rows.spread_of("gate_lc"), 4),
               Cell::fixed(rows.mean("slope"), 3), masses("fj"), masses("lc"),
               to_text(rows.spread_of("high_order_mass"), 5),
               to_text(rows.spread_of("high_order_share"), 4)});
  }
  if (!any) return std::nullopt;
  return SummaryTable{message(scene.title(), ": gates, slopes and masses of the learned biases, ",
                              seeds_text(scene), ", layers and heads; high orders are 2 and up."),
                      table};
}

SummaryTable attention_table(const Scene& scene) {
  Table table({{"method"},
               {"entropy", "nats"},
               {"support", "tokens"},
               {"distance", "tokens"},
               {"logit std"},
               {"largest logit"},
               {"|q|"},
               {"|k|"}});
  for (const Variant& variant : variants_of(scene.rows)) {
    const Results far = variant.rows.where("length", scene.longest());
    table.add({variant.name, Cell::fixed(far.mean("entropy"), 3),
               Cell::fixed(far.mean("effective_support"), 1),
               Cell::fixed(far.mean("average_distance"), 1), Cell::fixed(far.mean("logit_std"), 3),
               Cell::fixed(far.mean("logit_max"), 2), Cell::fixed(far.mean("query_norm"), 2),
               Cell::fixed(far.mean("key_norm"), 2)});
  }
  return {message(scene.title(),
                  ": attention of the last layer (from evenly spaced rows), logits, "
                  "and norms of q and k at the last position, at ",
                  scene.longest(), " tokens."),
          table};
}

std::string sources_note(const Results& results) {
  std::string note = "Corpora:";
  for (const std::string& id : results.distinct("corpus")) {
    const NamedCorpus& corpus = find_corpus(id);
    note += message(note.back() == ':' ? " " : "; ", corpus.title, ": ", corpus.sources);
  }
  return note + ".";
}

}  // namespace

Summary long_context_summary(const Results& results, const Arguments& settings) {
  Summary summary;
  for (const Scene& scene : scenes_of(results)) {
    summary.tables.push_back(loss_table(scene));
    if (auto table = paired_table(scene, settings.text("baseline")))
      summary.tables.push_back(std::move(*table));
    summary.tables.push_back(position_table(scene));
    if (scene.part != "train") continue;
    if (auto table = bias_table(scene)) summary.tables.push_back(std::move(*table));
    summary.tables.push_back(attention_table(scene));
  }
  summary.notes.push_back(sources_note(results));
  return summary;
}

}  // namespace pj
