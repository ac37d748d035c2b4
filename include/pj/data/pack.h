#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pj/data/corpus_writer.h"
#include "pj/data/midi_pieces.h"
#include "pj/data/midi_text.h"
#include "pj/data/token_sink.h"
#include "pj/data/tokenizer.h"

namespace pj {

struct PackOptions {
  std::string tokenizer = "bytes";
  MidiTextOptions midi_text = {};
  std::optional<std::filesystem::path> metadata = {};  ///< CSV, see list_pieces; MIDI only
  PieceSelection selection = {};                       ///< MIDI only
  bool strict = false;                                 ///< a faulty MIDI file is an error
};

/// The settings that made the tokens, by flag name: what a corpus says about itself.
std::map<std::string, std::string> pack_settings(const PackOptions& options);
/// The options of midi-text in such settings; what they leave out stays at its default. Throws
/// ValueError for a value that pack_settings does not write.
MidiTextOptions midi_text_options(const std::map<std::string, std::string>& settings);

/// Whether a file's name ends in .mid or .midi, in any case of letters.
bool has_midi_name(const std::filesystem::path& path);

struct SkippedFile {
  std::filesystem::path path;
  std::string reason;  ///< with the byte offset where there is one
};

struct PackReport {
  index_t num_files = 0;  ///< with tokens in the corpus
  index_t num_tokens = 0;
  std::map<std::string, index_t> warnings;  ///< how often, by kind
  std::vector<SkippedFile> skipped;
};

/// One line of totals, one a kind of warning, one a skipped file.
void print_report(std::ostream& out, const PackReport& report);

/// The files an input means: itself, or all files below a folder in name order. For MIDI a folder
/// gives its files named .mid or .midi, and a file must have one of those names.
///
/// throws    IoError for an input that is neither a file nor a folder, or has another name
std::vector<std::filesystem::path> input_files(const std::vector<std::filesystem::path>& inputs,
                                               const Tokenizer& tokenizer);

/// Turns the files into documents of tokens, a file each. A MIDI file that cannot be read is
/// skipped and reported. Memory holds one MIDI file, or a block of another.
///
/// throws    IoError with the path if a file cannot be opened, if no token comes of them all, if
/// most
///           of several files are empty, or for a faulty MIDI file if strict
PackReport pack_files(const std::vector<std::filesystem::path>& inputs, const PackOptions& options,
                      TokenSink& sink);

/// Packs the files into the shards of a folder, which must hold none.
///
/// throws    as pack_files and CorpusWriter do
PackReport pack_corpus(const std::vector<std::filesystem::path>& inputs, const PackOptions& options,
                       const std::filesystem::path& folder,
                       int level = CorpusWriter::kDefaultLevel);

}  // namespace pj
