#include "pj/data/midi_pieces.h"

#include <algorithm>
#include <map>
#include <set>

#include "pj/core/numbers.h"
#include "pj/core/shuffle.h"

namespace pj {
namespace {
namespace fs = std::filesystem;

MidiPiece maestro_piece(const MetadataTable& table, index_t row) {
  MidiPiece piece;
  piece.split = table.cell(row, "split");
  piece.composer = table.cell(row, "canonical_composer");
  piece.title = table.cell(row, "canonical_title");
  piece.duration = table.cell(row, "duration");
  return piece;
}

MidiPiece music_net_piece(const MetadataTable& table, index_t row) {
  MidiPiece piece;
  piece.composer = table.cell(row, "composer");
  piece.ensemble = table.cell(row, "ensemble");
  piece.title = table.cell(row, "composition");
  const std::string_view movement = table.cell(row, "movement");
  if (!movement.empty()) piece.title += (piece.title.empty() ? "" : ": ") + std::string(movement);
  piece.duration = table.cell(row, "seconds");
  return piece;
}

/// The number a file's name begins with, without leading zeros: "1727" of "1727_schubert.mid".
std::string leading_number(std::string_view name) {
  name = name.substr(0, std::min(name.find_first_not_of("0123456789"), name.size()));
  const std::size_t zeros = std::min(name.find_first_not_of('0'), name.size());
  return std::string(name.substr(zeros));
}

/// Whether the last components of `path` are those of `tail`.
bool ends_with(const fs::path& path, const fs::path& tail) {
  auto at = path.end(), end = tail.end();
  while (end != tail.begin()) {
    if (at == path.begin() || *--at != *--end) return false;
  }
  return true;
}

/// The files by what a row knows of them: the last component, or the number it begins with.
class FileIndex {
 public:
  FileIndex(const std::vector<fs::path>& files, bool by_number) : by_number_(by_number) {
    for (const fs::path& file : files) {
      const std::string name = file.filename().string();
      files_.emplace(by_number ? leading_number(name) : name, file);
    }
  }

  const fs::path* find(std::string_view cell) const {
    const fs::path named(cell);
    const std::string key = by_number_ ? leading_number(cell) : named.filename().string();
    if (key.empty()) return nullptr;
    const auto [first, last] = files_.equal_range(key);
    for (auto file = first; file != last; ++file)
      if (by_number_ || ends_with(file->second, named)) return &file->second;
    return nullptr;
  }

 private:
  bool by_number_;
  std::multimap<std::string, fs::path> files_;
};

bool fits(const MidiPiece& piece, const PieceSelection& wanted) {
  return (wanted.split.empty() || piece.split == wanted.split) &&
         (wanted.composer.empty() || piece.composer == wanted.composer) &&
         (wanted.ensemble.empty() || piece.ensemble == wanted.ensemble);
}

void order_by_seconds(std::vector<MidiPiece>& pieces, bool longest) {
  std::stable_sort(pieces.begin(), pieces.end(), [longest](const MidiPiece& a, const MidiPiece& b) {
    const std::optional<double> x = parse_number(a.duration);
    const std::optional<double> y = parse_number(b.duration);
    if (!x || !y) return x && !y;
    return longest ? *x > *y : *x < *y;
  });
}

}  // namespace

PieceListing list_pieces(const MetadataTable& metadata, const std::vector<fs::path>& files,
                         std::string_view where) {
  const bool maestro = metadata.has_column("midi_filename");
  require<ValueError>(maestro || metadata.has_column("id"), where,
                      ": metadata must have a column midi_filename (MAESTRO) or id (MusicNet)");
  const FileIndex index(files, !maestro);
  PieceListing listing;
  std::set<fs::path> used;
  for (index_t row = 0; row < metadata.num_rows(); ++row) {
    const fs::path* file = index.find(metadata.cell(row, maestro ? "midi_filename" : "id"));
    if (file == nullptr) {
      ++listing.num_missing;
    } else if (!used.insert(*file).second) {
      ++listing.num_duplicate;
    } else {
      MidiPiece piece = maestro ? maestro_piece(metadata, row) : music_net_piece(metadata, row);
      piece.path = *file;
      listing.pieces.push_back(std::move(piece));
    }
  }
  listing.num_unlisted = static_cast<index_t>(files.size() - used.size());
  return listing;
}

std::vector<MidiPiece> select_pieces(std::vector<MidiPiece> pieces,
                                     const PieceSelection& selection) {
  const std::size_t before = pieces.size();
  std::erase_if(pieces, [&](const MidiPiece& piece) { return !fits(piece, selection); });
  require<ValueError>(!pieces.empty(), "selection: at least one piece must be left, got none of ",
                      before);
  if (selection.order == PieceOrder::kRandom)
    shuffle(pieces, Stream(selection.seed, "pieces"));
  else if (selection.order != PieceOrder::kMetadata)
    order_by_seconds(pieces, selection.order == PieceOrder::kLongest);
  if (selection.most) {
    require<ValueError>(*selection.most >= 1,
                        "selection: at least one piece must be asked for, got ", *selection.most);
    if (static_cast<index_t>(pieces.size()) > *selection.most)
      pieces.resize(static_cast<std::size_t>(*selection.most));
  }
  return pieces;
}

}  // namespace pj
