#include "pj/data/pack.h"

#include <algorithm>
#include <ostream>

#include "pack_bytes.h"
#include "pj/core/files.h"
#include "pj/core/numbers.h"
#include "pj/data/midi_events.h"
#include "pj/data/sha256.h"

namespace pj {
namespace {
namespace fs = std::filesystem;

/// What list_pieces and select_pieces leave of the files.
std::vector<MidiPiece> chosen_pieces(const std::vector<fs::path>& files, const PackOptions& options,
                                     PackReport& report) {
  const PieceSelection& selection = options.selection;
  if (!options.metadata) {
    const bool needs_metadata =
        selection.order == PieceOrder::kShortest || selection.order == PieceOrder::kLongest ||
        !(selection.split + selection.composer + selection.ensemble).empty();
    require<UsageError>(!needs_metadata,
                        "pack: a selection by duration, split, composer or ensemble must have "
                        "metadata, got none; give --metadata CSV");
    std::vector<MidiPiece> pieces(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) pieces[i].path = files[i];
    return select_pieces(std::move(pieces), selection);
  }
  const std::string where = options.metadata->string();
  PieceListing listing =
      list_pieces(MetadataTable(read_file(*options.metadata), where), files, where);
  const auto note = [&report](const char* kind, index_t count) {
    if (count > 0) report.warnings[kind] += count;
  };
  note("metadata row without its file", listing.num_missing);
  note("metadata row that names a file again", listing.num_duplicate);
  note("file without a metadata row, left out", listing.num_unlisted);
  return select_pieces(std::move(listing.pieces), selection);
}

std::string piece_line(const MidiPiece& piece, const MidiText& text, index_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
  std::string line = midi_header_field("PIECE", digits);
  const auto put = [&line](std::string_view name, std::string_view value) {
    if (!value.empty()) line += midi_header_field(name, value);
  };
  put("SPLIT", piece.split);
  put("DURATION", piece.duration);
  put("COMPOSER", piece.composer);
  put("TITLE", piece.title);
  return line + text.events + '\n';
}

std::string title_of(const MidiPiece& piece) {
  if (piece.title.empty()) return piece.path.filename().string();
  return piece.composer.empty() ? piece.title : piece.composer + ": " + piece.title;
}

/// The piece's line, empty if it has no event that is written.
std::string text_of(const MidiPiece& piece, const MidiFile& file, const MidiTextOptions& options,
                    PackReport& report) {
  const MidiText text = encode_midi_text(file, options);
  if (text.num_clamped > 0) report.warnings["delta cut to 999 steps"] += text.num_clamped;
  if (text.cut) ++report.warnings["piece cut to 20000 events"];
  return text.num_events > 0 ? piece_line(piece, text, report.num_files) : "";
}

std::vector<std::uint16_t> events_of(const MidiFile& file, PackReport& report) {
  MidiEventTokens encoded = encode_midi_events(file);
  if (encoded.num_clamped > 0) report.warnings["silence cut to 100 s"] += encoded.num_clamped;
  return std::move(encoded.tokens);
}

void pack_piece(const MidiPiece& piece, const Tokenizer& tokenizer, const PackOptions& options,
                TokenSink& sink, PackReport& report) {
  const std::string bytes = read_file(piece.path);
  MidiFile file;
  try {
    file = parse_midi(bytes, options.strict);
  } catch (const MidiError& error) {
    require<IoError>(!options.strict, piece.path.string(), ": ", error.what());
    report.skipped.push_back({piece.path, error.what()});
    return;
  }
  for (const MidiWarning& warning : file.warnings)
    ++report.warnings[std::string(fault_text(warning.fault))];
  const auto append = [&](const auto& tokens) {
    if (tokens.empty()) return report.skipped.push_back({piece.path, "no event to write"});
    sink.add_source(piece.path.filename().string(), bytes.size(), sha256_hex(bytes));
    sink.begin_document(title_of(piece));
    sink.append(tokens);
    report.num_tokens += static_cast<index_t>(tokens.size());
    ++report.num_files;
  };
  if (tokenizer.kind == TokenizerKind::kMidiEvents)
    append(std::span<const std::uint16_t>(events_of(file, report)));
  else
    append(as_tokens(text_of(piece, file, options.midi_text, report)));
}

/// An archive whose members lost their content must not pass for a small corpus.
void refuse_hollow(const std::vector<fs::path>& files) {
  const auto empty = std::count_if(files.begin(), files.end(),
                                   [](const fs::path& file) { return fs::file_size(file) == 0; });
  require<IoError>(2 * empty <= static_cast<index_t>(files.size()), files.front().string(),
                   ": most of the files to pack must have content, got ", empty, " empty of ",
                   files.size());
}

}  // namespace

std::map<std::string, std::string> pack_settings(const PackOptions& options) {
  std::map<std::string, std::string> settings;
  if (find_tokenizer(options.tokenizer).kind == TokenizerKind::kMidiText) {
    const MidiTextOptions& midi = options.midi_text;
    settings["grid-ms"] = std::to_string(midi.grid_ms);
    settings["timing"] = midi.timing == MidiTiming::kPaper ? "paper" : "exact";
    settings["controls"] = midi.controls ? "true" : "false";
    settings["programs"] = midi.programs ? "true" : "false";
  }
  return settings;
}

bool has_midi_name(const fs::path& path) {
  std::string extension = path.extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension == ".mid" || extension == ".midi";
}

MidiTextOptions midi_text_options(const std::map<std::string, std::string>& settings) {
  MidiTextOptions options;
  for (const auto& [name, value] : settings) {
    const bool is_flag = name == "controls" || name == "programs";
    const std::optional<index_t> grid = name == "grid-ms" ? parse_integer(value) : std::nullopt;
    require<ValueError>((name == "grid-ms" && grid) ||
                            (name == "timing" && (value == "paper" || value == "exact")) ||
                            (is_flag && (value == "true" || value == "false")),
                        "midi-text: settings must be grid-ms, timing, controls and programs, got ",
                        name, " '", value, "'");
    if (grid) options.grid_ms = *grid;
    if (name == "timing")
      options.timing = value == "exact" ? MidiTiming::kExact : MidiTiming::kPaper;
    if (is_flag) (name == "controls" ? options.controls : options.programs) = value == "true";
  }
  return options;
}

void print_report(std::ostream& out, const PackReport& report) {
  out << message(report.num_files, " files, ", report.num_tokens, " tokens\n");
  for (const auto& [kind, count] : report.warnings)
    out << message("warning: ", kind, ": ", count, '\n');
  for (const SkippedFile& file : report.skipped)
    out << message("skipped: ", file.path.string(), ": ", file.reason, '\n');
}

std::vector<fs::path> input_files(const std::vector<fs::path>& inputs, const Tokenizer& tokenizer) {
  std::vector<fs::path> files;
  for (const fs::path& input : inputs) {
    if (!fs::is_directory(input)) {
      require<IoError>(fs::is_regular_file(input), input.string(),
                       ": an input must be a file or a folder, got neither");
      require<IoError>(!tokenizer.midi || has_midi_name(input), input.string(), ": a file for ",
                       tokenizer.name, " must be named .mid or .midi");
      files.push_back(input);
      continue;
    }
    const std::size_t first = files.size();
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(input))
      if (entry.is_regular_file() && (!tokenizer.midi || has_midi_name(entry.path())))
        files.push_back(entry.path());
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  }
  return files;
}

PackReport pack_files(const std::vector<fs::path>& inputs, const PackOptions& options,
                      TokenSink& sink) {
  const Tokenizer& tokenizer = find_tokenizer(options.tokenizer);
  const std::vector<fs::path> files = input_files(inputs, tokenizer);
  require<IoError>(!files.empty(), inputs.empty() ? "pack" : inputs.front().string(),
                   ": there must be a file to pack",
                   tokenizer.midi ? " named .mid or .midi, got none" : ", got none");
  if (files.size() > 1) refuse_hollow(files);
  PackReport report;
  if (tokenizer.midi) {
    for (const MidiPiece& piece : chosen_pieces(files, options, report))
      pack_piece(piece, tokenizer, options, sink, report);
  } else {
    for (const fs::path& file : files) pack_bytes(file, sink, report);
  }
  const std::string first_reason =
      report.skipped.empty() ? ""
                             : message("; the first: ", report.skipped.front().path.string(), ": ",
                                       report.skipped.front().reason);
  require<IoError>(report.num_tokens > 0, inputs.front().string(),
                   ": at least one token must come of the files, got none", first_reason);
  return report;
}

PackReport pack_corpus(const std::vector<fs::path>& inputs, const PackOptions& options,
                       const fs::path& folder, int level) {
  const Tokenizer& tokenizer = find_tokenizer(options.tokenizer);
  CorpusWriter writer(folder,
                      {token_type(tokenizer.dtype), tokenizer.vocab, std::string(tokenizer.name),
                       pack_settings(options)},
                      level);
  PackReport report = pack_files(inputs, options, writer);
  writer.finish();
  return report;
}

}  // namespace pj
