#include "experiments/corpora.h"

#include <algorithm>

#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/data/corpus_writer.h"
#include "pj/data/motif_shards.h"
#include "pj/data/pack.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

/// Where a corpus's files are below the folder of published ones, and how they become tokens.
struct Recipe {
  std::string id;
  std::string fetch;     ///< its name for the fetch script; empty for files placed by hand
  std::string input;     ///< a file, or a folder of MIDI files
  std::string metadata;  ///< CSV of the pieces; empty for none
  bool midi = false, controls = false, programs = false;
};

const std::vector<Recipe>& recipes() {
  static const std::vector<Recipe> rows = {
      {"tinyshakespeare", "tinyshakespeare", "tinyshakespeare/input.txt", ""},
      {"wikitext2", "wikitext2", "wikitext2/train.txt", ""},
      {"warpeace", "warpeace", "warpeace/2600-0.txt", ""},
      {"maestro", "maestro", "maestro/midi", "maestro/midi/maestro-v3.0.0/maestro-v3.0.0.csv", true,
       true, false},
      {"maestro_part", "", "maestro_part", "", true, true, false},
      {"musicnet", "musicnet", "musicnet/midi", "musicnet/musicnet_metadata.csv", true, false,
       true},
  };
  return rows;
}

const Recipe* recipe_of(const std::string& id) {
  const auto found = std::ranges::find(recipes(), id, &Recipe::id);
  return found == recipes().end() ? nullptr : &*found;
}

void pack_generated(const std::string& id, const fs::path& folder) {
  const auto all = motif_corpora();
  const auto corpus = std::ranges::find(all, id, &MotifCorpus::name);
  require<UsageError>(corpus != all.end(), "corpus: no recipe makes ", id);
  const MotifOptions options;
  (void)pack_motif_text(*corpus, motif_bars(*corpus, options), options, folder);
}

void pack_published(const Recipe& recipe, const fs::path& published, const std::string& part,
                    index_t pieces, const fs::path& folder) {
  PackOptions options;
  options.tokenizer = recipe.midi ? "midi-text" : "bytes";
  options.midi_text.controls = recipe.controls;
  options.midi_text.programs = recipe.programs;
  if (!recipe.metadata.empty()) {
    options.metadata = published / recipe.metadata;
    options.selection.order = PieceOrder::kRandom;
    options.selection.most = pieces;
    if (find_corpus(recipe.id).parts.size() > 1) options.selection.split = part;
  }
  const Tokenizer& tokenizer = find_tokenizer(options.tokenizer);
  CorpusWriter writer(folder, {token_type(tokenizer.dtype), tokenizer.vocab,
                               std::string(tokenizer.name), pack_settings(options)});
  (void)pack_files({published / recipe.input}, options, writer);
  writer.finish();
}

}  // namespace

const std::vector<NamedCorpus>& named_corpora() {
  static const std::vector<NamedCorpus> rows = {
      {"tinyshakespeare", "Tiny Shakespeare", false, "all of it"},
      {"wikitext2", "WikiText-2", false, "its train file"},
      {"warpeace", "War and Peace", false, "all of it"},
      {"motif_rich", "motif music", true, "8192 generated bars that return exactly"},
      {"motif_rich_shuffled", "motif music, shuffled", true, "the same bars in random order"},
      {"motif_variation", "varied motif music", true, "8192 generated bars that return varied"},
      {"motif_variation_shuffled", "varied motif music, shuffled", true,
       "the same bars in random order"},
      {"maestro",
       "MAESTRO v3",
       true,
       "random pieces of each official split, with pedal",
       {"train", "validation", "test"}},
      {"maestro_part", "part of MAESTRO", true,
       "pieces placed by hand, with pedal, without the official splits"},
      {"musicnet", "MusicNet", true, "random pieces of the reference MIDI, with programs"},
  };
  return rows;
}

std::vector<std::string> corpus_ids() {
  std::vector<std::string> ids;
  for (const NamedCorpus& corpus : named_corpora()) ids.push_back(corpus.id);
  return ids;
}

const NamedCorpus& find_corpus(const std::string& id) {
  const auto found = std::ranges::find(named_corpora(), id, &NamedCorpus::id);
  require<UsageError>(found != named_corpora().end(), "corpus must be one of ",
                      join(corpus_ids(), ", "), ", got '", id, "'", suggestion(id, corpus_ids()));
  return *found;
}

CorpusStore::CorpusStore(fs::path published, fs::path packed, index_t pieces)
    : published_(std::move(published)), packed_(std::move(packed)), pieces_(pieces) {}

std::string CorpusStore::missing(const std::string& id) const {
  const Recipe* const recipe = recipe_of(find_corpus(id).id);
  if (recipe == nullptr) return "";
  for (const std::string& file : {recipe->input, recipe->metadata}) {
    if (file.empty() || fs::exists(published_ / file)) continue;
    if (recipe->fetch.empty())
      return message("no ", (published_ / file).string(), "; put MIDI files there");
    return message("no ", (published_ / file).string(), "; run tools/fetch_corpora.sh --only ",
                   recipe->fetch, " --dir ", published_.string());
  }
  return "";
}

Corpus CorpusStore::open(const std::string& id, const std::string& part) const {
  const std::string reason = missing(id);
  require<IoError>(reason.empty(), reason);
  const Recipe* const recipe = recipe_of(id);
  const bool drawn = recipe != nullptr && !recipe->metadata.empty();
  const fs::path folder =
      packed_ / message(id, part == "train" ? "" : "-" + part, drawn ? message("-", pieces_) : "");
  fs::create_directories(packed_);
  const FolderLock lock(packed_, LockWait::kWait);
  if (!fs::exists(folder) || shards_in(folder).empty()) {
    if (recipe == nullptr)
      pack_generated(id, folder);
    else
      pack_published(*recipe, published_, part, pieces_, folder);
  }
  return Corpus::open({folder});
}

}  // namespace pj
