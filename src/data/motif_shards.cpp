#include "pj/data/motif_shards.h"

#include "pj/data/corpus_writer.h"
#include "pj/data/sha256.h"

namespace pj {

index_t pack_motif_text(const MotifCorpus& corpus, std::span<const MotifBar> bars,
                        const MotifOptions& options, const std::filesystem::path& folder) {
  const std::string text = motif_text(bars), name(corpus.name);
  CorpusWriter writer(
      folder, {TokenType::u8,
               256,
               "bytes",
               {{"bars", std::to_string(options.bars)}, {"seed", std::to_string(options.seed)}}});
  writer.add_source(name, text.size(), sha256_hex(text));
  writer.begin_document(name);
  writer.append(std::string_view(text));
  writer.finish();
  return static_cast<index_t>(text.size());
}

}  // namespace pj
