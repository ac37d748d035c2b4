#include "sample_output.h"

#include "pj/core/terminal_text.h"
#include "pj/data/midi_events.h"
#include "pj/data/tokens.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

std::string raw_tokens(std::span<const std::int32_t> tokens, const Tokenizer& tokenizer) {
  std::string raw;
  for (const std::int32_t token : tokens)
    for (index_t byte = 0; byte < token_bytes(token_type(tokenizer.dtype)); ++byte)
      raw += static_cast<char>(token >> (8 * byte) & 0xFF);
  return raw;
}

}  // namespace

std::vector<fs::path> new_sample_files(const fs::path& out, index_t count) {
  std::vector<fs::path> files;
  for (index_t i = 1; i <= count; ++i) {
    fs::path file = out;
    if (count > 1)
      file.replace_filename(message(out.stem().string(), '-', i, out.extension().string()));
    require<IoError>(!fs::exists(fs::symlink_status(file)), file.string(),
                     ": a file for samples must be new, got one that exists; choose another --out");
    files.push_back(std::move(file));
  }
  return files;
}

SampleBytes sample_bytes(std::span<const std::int32_t> tokens, const TokenForm& form, bool midi) {
  SampleBytes sample;
  if (!midi) {
    sample.bytes = raw_tokens(tokens, form.tokenizer);
    return sample;
  }
  std::vector<TimedMessage> messages;
  if (form.tokenizer.kind == TokenizerKind::kMidiEvents) {
    messages = decode_midi_events(std::vector<std::uint16_t>(tokens.begin(), tokens.end()));
  } else {
    DecodedMidiText decoded =
        decode_midi_text(raw_tokens(tokens, form.tokenizer), form.midi_text.grid_ms);
    messages = std::move(decoded.messages);
    sample.num_ignored = decoded.num_ignored;
  }
  sample.num_messages = static_cast<index_t>(messages.size());
  sample.bytes = write_midi(messages);
  return sample;
}

std::string sample_text(std::span<const std::int32_t> tokens, const TokenForm& form,
                        bool terminal) {
  if (form.tokenizer.dtype == "u8") {
    const std::string raw = raw_tokens(tokens, form.tokenizer);
    return terminal ? terminal_text(raw) + '\n' : raw;
  }
  std::string text;
  for (const std::int32_t token : tokens) text += message(text.empty() ? "" : " ", token);
  return text + '\n';
}

}  // namespace pj
