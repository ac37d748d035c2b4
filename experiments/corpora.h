#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pj/data/corpus.h"

namespace pj {

/// Where a corpus's files are below the folder of published ones, and how they become tokens.
struct PublishedFiles {
  std::string fetch;     ///< its name for tools/fetch_corpora.sh; empty for files placed by hand
  std::string input;     ///< a file, or a folder of MIDI files
  std::string metadata;  ///< CSV of the pieces, of which some are drawn; empty for none
  bool midi = false, controls = false, programs = false;
};

/// A corpus of the long-context tables. It is made of parts: "train", of which the first 90 % train
/// and the rest evaluates, and, where its publisher divides it, "validation" and "test", which only
/// evaluate.
struct NamedCorpus {
  std::string id;     ///< "tinyshakespeare"
  std::string title;  ///< "Tiny Shakespeare"
  bool music = false;
  std::string sources;  ///< what it is made from, as the tables say: "all of it"
  std::optional<PublishedFiles> published;  ///< none for generated music
  std::vector<std::string> parts = {"train"};
};

/// Every corpus by its id, in the order of the tables.
const std::vector<NamedCorpus>& named_corpora();
std::vector<std::string> corpus_ids();
/// Throws UsageError for an unknown id.
const NamedCorpus& find_corpus(const std::string& id);

/// Published files below one folder, as tools/fetch_corpora.sh leaves them or a person placed them,
/// and the shards made from them on first use.
class CorpusStore {
 public:
  /// `pieces`: how many pieces at most of each part that is drawn at random.
  CorpusStore(std::filesystem::path published, std::filesystem::path packed, index_t pieces);

  /// Why a corpus cannot be had, with the command that brings it; empty if it can.
  std::string missing(const std::string& id) const;

  /// A part of a corpus, packed first if it is not; processes that ask at once pack it once.
  Corpus open(const std::string& id, const std::string& part = "train") const;

 private:
  std::filesystem::path published_, packed_;
  index_t pieces_;
};

}  // namespace pj
