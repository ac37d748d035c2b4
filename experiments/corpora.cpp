#include "experiments/corpora.h"

#include <algorithm>
#include <iostream>

#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/core/nearest.h"
#include "pj/data/motif_shards.h"
#include "pj/data/pack.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

void pack_generated(const std::string& id, const fs::path& folder) {
  const MotifOptions options;
  for (const MotifCorpus& corpus : motif_corpora())
    if (corpus.name == id)
      (void)pack_motif_text(corpus, motif_bars(corpus, options), options, folder);
}

/// What a part of a corpus is packed from; `pieces` are drawn where there are metadata.
PackOptions pack_options(const NamedCorpus& corpus, const fs::path& published,
                         const std::string& part, index_t pieces) {
  const PublishedFiles& files = *corpus.published;
  PackOptions options;
  options.tokenizer = files.midi ? "midi-text" : "bytes";
  options.midi_text.controls = files.controls;
  options.midi_text.programs = files.programs;
  if (files.metadata.empty()) return options;
  options.metadata = published / files.metadata;
  options.selection.order = PieceOrder::kRandom;
  options.selection.most = pieces;
  if (corpus.parts.size() > 1) options.selection.split = part;
  return options;
}

}  // namespace

const std::vector<NamedCorpus>& named_corpora() {
  const auto text = [](const char* name, const char* file) {
    return PublishedFiles{name, message(name, "/", file), ""};
  };
  const auto generated = std::nullopt;
  static const std::vector<NamedCorpus> rows = {
      {"tinyshakespeare", "Tiny Shakespeare", false, "all of it",
       text("tinyshakespeare", "input.txt")},
      {"wikitext2", "WikiText-2", false, "its train file", text("wikitext2", "train.txt")},
      {"warpeace", "War and Peace", false, "all of it", text("warpeace", "2600-0.txt")},
      {"motif_rich", "motif music", true, "8192 generated bars that return exactly", generated},
      {"motif_rich_shuffled", "motif music, shuffled", true, "the same bars in random order",
       generated},
      {"motif_variation", "varied motif music", true, "8192 generated bars that return varied",
       generated},
      {"motif_variation_shuffled", "varied motif music, shuffled", true,
       "the same bars in random order", generated},
      {"maestro",
       "MAESTRO v3",
       true,
       "random pieces of each official split, with pedal",
       PublishedFiles{"maestro", "maestro/midi", "maestro/midi/maestro-v3.0.0/maestro-v3.0.0.csv",
                      true, true, false},
       {"train", "validation", "test"}},
      {"maestro_part", "part of MAESTRO", true,
       "pieces placed by hand, with pedal, without the official splits",
       PublishedFiles{"", "maestro_part", "", true, true, false}},
      {"openmsx", "OpenMSX", true, "31 pieces of game music, with programs",
       PublishedFiles{"", "openmsx", "", true, false, true}},
      {"musicnet", "MusicNet", true, "random pieces of the reference MIDI, with programs",
       PublishedFiles{"musicnet", "musicnet/midi", "musicnet/musicnet_metadata.csv", true, false,
                      true}},
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
  const std::optional<PublishedFiles>& files = find_corpus(id).published;
  if (!files) return "";
  for (const std::string& file : {files->input, files->metadata}) {
    if (file.empty() || fs::exists(published_ / file)) continue;
    if (files->fetch.empty())
      return message("no ", (published_ / file).string(), "; put MIDI files there");
    return message("no ", (published_ / file).string(), "; run tools/fetch_corpora.sh --only ",
                   files->fetch, " --dir ", published_.string());
  }
  return "";
}

Corpus CorpusStore::open(const std::string& id, const std::string& part) const {
  const std::string reason = missing(id);
  require<IoError>(reason.empty(), reason);
  const NamedCorpus& corpus = find_corpus(id);
  const bool drawn = corpus.published && !corpus.published->metadata.empty();
  const fs::path folder =
      packed_ / message(id, part == "train" ? "" : "-" + part, drawn ? message("-", pieces_) : "");
  fs::create_directories(packed_);
  const FolderLock lock(packed_, LockWait::kWait);
  if (!fs::exists(folder) || shards_in(folder).empty()) {
    if (corpus.published) {
      const PackReport report =
          pack_corpus({published_ / corpus.published->input},
                      pack_options(corpus, published_, part, pieces_), folder);
      if (!report.skipped.empty() || !report.warnings.empty()) print_report(std::cerr, report);
    } else {
      pack_generated(id, folder);
    }
  }
  return Corpus::open({folder});
}

}  // namespace pj
