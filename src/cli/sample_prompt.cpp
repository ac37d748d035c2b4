#include "sample_prompt.h"

#include "pj/core/files.h"
#include "pj/core/join.h"
#include "pj/data/midi_events.h"
#include "pj/data/pack.h"
#include "pj/data/token_sink.h"
#include "pj/data/tokens.h"

namespace pj {
namespace {

constexpr const char* kPrompts[] = {"prompt", "prompt-file", "prompt-midi"};

/// Keeps the tokens of a packing.
class PromptSink final : public TokenSink {
 public:
  explicit PromptSink(std::vector<std::int32_t>& tokens) : tokens_(tokens) {}
  void begin_document(std::string_view) override {}
  void add_source(std::string_view, std::uint64_t, std::string_view) override {}
  void append(std::span<const std::uint8_t> tokens) override { put(tokens); }
  void append(std::span<const std::uint16_t> tokens) override { put(tokens); }

 private:
  template <class T>
  void put(std::span<const T> tokens) {
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  }

  std::vector<std::int32_t>& tokens_;
};

/// The piece as a corpus holds it, but for the newline that would end it.
std::vector<std::int32_t> midi_tokens(const TokenForm& form, const std::string& file) {
  require<UsageError>(
      form.tokenizer.midi, "--prompt-midi needs a model of MIDI tokens, got one of ",
      form.tokenizer.name, "; --tokenizer midi-text takes its bytes for event text");
  std::vector<std::int32_t> tokens;
  PromptSink sink(tokens);
  PackOptions options;
  options.tokenizer = form.tokenizer.name;
  options.midi_text = form.midi_text;
  (void)pack_files({file}, options, sink);
  if (form.tokenizer.kind == TokenizerKind::kMidiText) tokens.pop_back();
  return tokens;
}

std::vector<std::int32_t> raw_prompt(const TokenForm& form, const std::string& bytes,
                                     const std::string& where) {
  const TokenType dtype = token_type(form.tokenizer.dtype);
  const auto size = static_cast<index_t>(bytes.size());
  require<ValueError>(size % token_bytes(dtype) == 0, where, ": a prompt of ", form.tokenizer.name,
                      " must be whole tokens of ", token_bytes(dtype), " bytes, got ", size,
                      " bytes");
  require<ValueError>(largest_token(bytes, dtype) < form.tokenizer.vocab, where,
                      ": tokens of a prompt must be below ", form.tokenizer.vocab, ", got ",
                      largest_token(bytes, dtype));
  std::vector<std::int32_t> tokens(static_cast<std::size_t>(size / token_bytes(dtype)));
  widen_tokens(bytes, dtype, 0, size / token_bytes(dtype), tokens.data());
  return tokens;
}

std::vector<std::int32_t> given_tokens(const TokenForm& form, const Arguments& a) {
  if (a.given("prompt-midi")) return midi_tokens(form, a.text("prompt-midi"));
  if (a.given("prompt-file"))
    return raw_prompt(form, read_file(a.text("prompt-file")), a.text("prompt-file"));
  require<UsageError>(a.text("prompt").empty() || form.tokenizer.dtype == "u8",
                      "--prompt needs a model of bytes, got one of ", form.tokenizer.name,
                      "; give --prompt-midi");
  return raw_prompt(form, a.text("prompt"), "--prompt");
}

}  // namespace

std::vector<Option> prompt_options() {
  std::vector<std::string> names;
  for (const Tokenizer& tokenizer : tokenizers()) names.emplace_back(tokenizer.name);
  return {
      {"prompt", "", "", "text to go on from; none begins after a newline, or a second of silence"},
      {"prompt-file", "", "", "file whose bytes (or raw tokens) to go on from"},
      {"prompt-midi", "", "", "MIDI file to go on from"},
      {"prompt-tokens",
       index_t{0},
       "tokens",
       "of the prompt that are kept from its beginning, 0 for all",
       {.min = 0}},
      {"tokenizer",
       names.front(),
       "",
       "what tokens are, where the checkpoint does not say",
       {.choices = names}},
  };
}

TokenForm token_form(const LoadedModel& loaded, const Arguments& arguments) {
  const index_t vocab = loaded.model.config().vocab_size;
  std::string name = arguments.text("tokenizer");
  if (!arguments.given("tokenizer")) {
    if (!loaded.tokens.tokenizer.empty())
      name = loaded.tokens.tokenizer;
    else if (vocab == kMidiEventVocab)
      name = "midi-events";
  }
  TokenForm form{find_tokenizer(name)};
  require<ValueError>(form.tokenizer.vocab == vocab, "sample: a model of ", name, " must have ",
                      form.tokenizer.vocab, " tokens, got ", vocab, "; give --tokenizer");
  if (form.tokenizer.kind == TokenizerKind::kMidiText && name == loaded.tokens.tokenizer)
    form.midi_text = midi_text_options(loaded.tokens.settings);
  return form;
}

Prompt read_prompt(const TokenForm& form, const Arguments& arguments) {
  std::vector<std::string> given;
  for (const char* name : kPrompts)
    if (arguments.given(name)) given.push_back(message("--", name));
  require<UsageError>(given.size() <= 1, "a sample goes on from one prompt, got ",
                      join(given, " and "));
  Prompt prompt{given_tokens(form, arguments)};
  const auto kept = static_cast<std::size_t>(arguments.integer("prompt-tokens"));
  if (kept > 0 && prompt.tokens.size() > kept) prompt.tokens.resize(kept);
  if (!prompt.tokens.empty()) return prompt;
  return {{form.tokenizer.dtype == "u8" ? '\n' : kMidiEventSecond}, false};
}

}  // namespace pj
