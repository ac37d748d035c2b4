#include <iostream>

#include "commands.h"
#include "pj/data/corpus.h"
#include "pj/data/pack.h"

namespace pj {
namespace {

std::vector<std::string> tokenizer_names() {
  std::vector<std::string> names;
  for (const Tokenizer& tokenizer : tokenizers()) names.emplace_back(tokenizer.name);
  return names;
}

std::vector<Option> pack_options() {
  return {
      {"tokenizer", "bytes", "", "how files become tokens", {.choices = tokenizer_names()}},
      {"controls", false, "", "midi-text: keep control changes, the pedal among them"},
      {"programs", false, "", "midi-text: keep program changes"},
      {"grid-ms", index_t{20}, "ms", "midi-text: step of time", {.min = 1, .max = 1000}},
      {"timing",
       "paper",
       "",
       "midi-text: round message by message, or absolute times",
       {.choices = {"paper", "exact"}}},
      {"metadata", "", "", "MIDI: CSV of MAESTRO or MusicNet, names split, composer and title"},
      {"split", "", "", "MIDI with metadata: only pieces of this split"},
      {"composer", "", "", "MIDI with metadata: only pieces of this composer"},
      {"ensemble", "", "", "MIDI with metadata: only pieces of this ensemble"},
      {"order",
       "metadata",
       "",
       "MIDI with metadata: order of the pieces",
       {.choices = {"metadata", "shortest", "longest", "random"}}},
      {"most", index_t{0}, "pieces", "MIDI with metadata: at most so many, 0 for all", {.min = 0}},
      {"seed", index_t{0}, "", "of the random order", {.min = 0}},
      {"strict", false, "", "a faulty MIDI file is an error"},
      {"level",
       index_t{CorpusWriter::kDefaultLevel},
       "",
       "zstd compression level",
       {.min = 1, .max = 19}},
  };
}

PieceOrder piece_order(const std::string& name) {
  if (name == "shortest") return PieceOrder::kShortest;
  if (name == "longest") return PieceOrder::kLongest;
  return name == "random" ? PieceOrder::kRandom : PieceOrder::kMetadata;
}

PackOptions asked_for(const Arguments& a) {
  PackOptions options;
  options.tokenizer = a.text("tokenizer");
  options.midi_text = {a.integer("grid-ms"), a.flag("controls"), a.flag("programs"),
                       a.text("timing") == "exact" ? MidiTiming::kExact : MidiTiming::kPaper};
  if (a.given("metadata")) options.metadata = a.text("metadata");
  options.selection.order = piece_order(a.text("order"));
  if (a.integer("most") > 0) options.selection.most = a.integer("most");
  options.selection.split = a.text("split");
  options.selection.composer = a.text("composer");
  options.selection.ensemble = a.text("ensemble");
  options.selection.seed = static_cast<std::uint64_t>(a.integer("seed"));
  options.strict = a.flag("strict");
  for (const char* flag : {"split", "composer", "ensemble", "order", "most"})
    require<UsageError>(!a.given(flag) || options.metadata, "--", flag,
                        " must come with --metadata, got none");
  return options;
}

int run(const Arguments& arguments) {
  const std::filesystem::path folder = arguments.text("OUT");
  print_report(std::cout, pack_corpus(arguments.paths("IN"), asked_for(arguments), folder,
                                      static_cast<int>(arguments.integer("level"))));
  for (const auto& shard : shards_in(folder)) std::cout << shard.string() << '\n';
  return 0;
}

}  // namespace

Command data_pack_command() {
  return {.name = "data pack",
          .summary = "files or folders to compressed token shards in folder OUT",
          .positionals = {{"OUT", "", "", "folder of the shards", {.required = true}, true},
                          {"IN",
                           std::vector<std::filesystem::path>{},
                           "",
                           "files and folders",
                           {.required = true},
                           true}},
          .options = pack_options(),
          .run = run};
}

}  // namespace pj
