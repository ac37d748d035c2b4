#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "pj/core/files.h"
#include "pj/data/corpus.h"
#include "pj/data/motif_shards.h"
#include "pj/data/windows.h"
#include "pj/report/json.h"
#include "pj/report/table.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

Option corpus_positional() {
  return {"IN", std::vector<fs::path>{}, "", "shards or folders of shards", {.required = true},
          true};
}

Json corpus_json(const Corpus& corpus) {
  Json shards = Json::array();
  for (const ShardReader& shard : corpus.shards())
    shards.push_back({{"path", shard.path().string()},
                      {"tokens", shard.num_tokens()},
                      {"frames", shard.frames().size()},
                      {"bytes", fs::file_size(shard.path())},
                      {"sha256", shard.sha256()}});
  Json sources = Json::array();
  for (const Source& source : corpus.sources())
    sources.push_back({{"name", source.name}, {"bytes", source.size}, {"sha256", source.sha256}});
  const Split split = split_tokens(corpus.num_tokens());
  return {{"tokenizer", corpus.info().tokenizer},
          {"settings", corpus.info().settings},
          {"dtype", std::string(token_type_name(corpus.dtype()))},
          {"vocab", corpus.vocab()},
          {"tokens", corpus.num_tokens()},
          {"train_tokens", split.train},
          {"evaluation_tokens", split.evaluation()},
          {"documents", corpus.documents().size()},
          {"shards", shards},
          {"sources", sources}};
}

void print_corpus(const Corpus& corpus) {
  const Split split = split_tokens(corpus.num_tokens());
  std::cout << corpus.num_tokens() << " tokens (" << token_type_name(corpus.dtype()) << ", vocab "
            << corpus.vocab() << ", tokenizer " << corpus.info().tokenizer;
  for (const auto& [name, value] : corpus.info().settings)
    std::cout << ", " << name << ' ' << value;
  std::cout << ")\n"
            << split.train << " to train, " << split.evaluation() << " to evaluate; "
            << corpus.documents().size() << " documents from " << corpus.sources().size()
            << " sources\n\n";
  Table table({{"shard"}, {"tokens"}, {"frames"}, {"size", "bytes"}, {"sha256 of the tokens"}});
  for (const ShardReader& shard : corpus.shards())
    table.add({shard.path().string(), shard.num_tokens(),
               static_cast<index_t>(shard.frames().size()),
               static_cast<index_t>(fs::file_size(shard.path())), shard.sha256()});
  std::cout << table.text();
}

int run_info(const Arguments& arguments) {
  const Corpus corpus = Corpus::open(arguments.paths("IN"));
  if (arguments.flag("json"))
    std::cout << json_text(corpus_json(corpus));
  else
    print_corpus(corpus);
  return 0;
}

/// The shards the inputs mean, without opening any: a damaged one must not hide the others.
std::vector<fs::path> shard_paths(const std::vector<fs::path>& inputs) {
  std::vector<fs::path> paths;
  for (const fs::path& input : inputs) {
    if (!fs::is_directory(input)) {
      paths.push_back(input);
      continue;
    }
    const std::vector<fs::path> inside = shards_in(input);
    require<IoError>(!inside.empty(), input.string(), ": folder must hold shards (*", kShardSuffix,
                     "), got none; 'pjrope data pack' makes them");
    paths.insert(paths.end(), inside.begin(), inside.end());
  }
  return paths;
}

int run_verify(const Arguments& arguments) {
  index_t damaged = 0;
  for (const fs::path& path : shard_paths(arguments.paths("IN"))) {
    const std::vector<ShardDamage> damages = verify_shard(path);
    for (const ShardDamage& damage : damages)
      std::cout << path.string() << ": "
                << (damage.frame < 0 ? std::string("outside the frames")
                                     : message("frame ", damage.frame))
                << ", byte " << damage.offset << ": " << damage.reason << '\n';
    if (damages.empty()) std::cout << path.string() << ": good\n";
    damaged += damages.empty() ? 0 : 1;
  }
  require<IoError>(damaged == 0, "data verify: every shard must be good, got ", damaged,
                   " damaged; pack their sources again");
  return 0;
}

int run_cat(const Arguments& arguments) {
  const Corpus corpus = Corpus::open(arguments.paths("IN"));
  for (const ShardReader& shard : corpus.shards())
    for (index_t k = 0; k < static_cast<index_t>(shard.frames().size()); ++k)
      std::cout << shard.read_frame(k);
  return 0;
}

int run_synth(const Arguments& arguments) {
  const fs::path out = arguments.text("OUT");
  const MotifOptions options{arguments.integer("bars"),
                             static_cast<std::uint64_t>(arguments.integer("seed"))};
  for (const MotifCorpus& corpus : motif_corpora()) {
    const std::vector<MotifBar> bars = motif_bars(corpus, options);
    const std::string name(corpus.name);
    const index_t tokens = pack_motif_text(corpus, bars, options, out / name);
    if (arguments.flag("midi"))
      write_file_atomically(out / name / (name + ".mid"), write_midi(motif_messages(bars)));
    std::cout << (out / name).string() << ": " << tokens << " tokens, " << options.bars
              << " bars\n";
  }
  return 0;
}

}  // namespace

Command data_info_command() {
  return {.name = "data info",
          .summary = "what a corpus holds",
          .positionals = {corpus_positional()},
          .options = {{"json", false, "", "as JSON, with every source"}},
          .run = run_info};
}

Command data_verify_command() {
  return {.name = "data verify",
          .summary = "check every frame and name the damaged ones",
          .positionals = {corpus_positional()},
          .options = {},
          .run = run_verify};
}

Command data_cat_command() {
  return {.name = "data cat",
          .summary = "the raw tokens to standard output",
          .positionals = {corpus_positional()},
          .options = {},
          .run = run_cat};
}

Command data_synth_command() {
  return {.name = "data synth",
          .summary = "generated music and its bar-shuffled controls, a folder each in OUT",
          .positionals = {{"KIND",
                           "motif",
                           "",
                           "what to generate",
                           {.choices = {"motif"}, .required = true},
                           true},
                          {"OUT", "", "", "folder of the corpora", {.required = true}, true}},
          .options = {{"bars", index_t{8192}, "bars", "length of each corpus", {.min = 1}},
                      {"seed", index_t{0}, "", "of the motifs and the shuffling", {.min = 0}},
                      {"midi", false, "", "also as MIDI files to play"}},
          .run = run_synth};
}

}  // namespace pj
