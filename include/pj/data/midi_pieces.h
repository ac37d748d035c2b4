#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pj/data/metadata_table.h"

namespace pj {

/// A MIDI file and what is known of it; an empty text is unknown.
struct MidiPiece {
  std::filesystem::path path;
  std::string split, composer, ensemble, title;
  std::string duration;  ///< seconds, as the metadata writes them
};

struct PieceListing {
  std::vector<MidiPiece> pieces;  ///< in the metadata's order
  index_t num_missing = 0;        ///< rows whose file is not among the files
  index_t num_duplicate = 0;      ///< rows whose file an earlier row named; left out
  index_t num_unlisted = 0;       ///< files no row names; left out
};

/// Finds each row's file. Two forms of metadata are known by their columns:
///
///   MAESTRO   midi_filename (a path, compared by its last components), canonical_composer,
///             canonical_title, split, duration
///   MusicNet  id (the number a file's name begins with), composer, composition, movement,
///   ensemble,
///             seconds
///
/// throws    ValueError if the table has neither column midi_filename nor id
PieceListing list_pieces(const MetadataTable& metadata,
                         const std::vector<std::filesystem::path>& files, std::string_view where);

enum class PieceOrder {
  kMetadata,  ///< as listed
  kShortest,  ///< by duration; unknown ones come last
  kLongest,
  kRandom,  ///< shuffled by the seed
};

/// Which pieces a corpus is made of; an empty text selects nothing out.
struct PieceSelection {
  PieceOrder order = PieceOrder::kMetadata;
  std::optional<index_t> most = {};  ///< at most this many, after ordering
  std::string split = {}, composer = {},
              ensemble = {};  ///< split: train, validation, test; the whole cell's text
  std::uint64_t seed = 0;
};

/// throws    ValueError if nothing is left or most < 1
std::vector<MidiPiece> select_pieces(std::vector<MidiPiece> pieces,
                                     const PieceSelection& selection);

}  // namespace pj
