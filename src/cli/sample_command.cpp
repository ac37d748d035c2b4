#include <unistd.h>

#include <iostream>

#include "commands.h"
#include "model_options.h"
#include "pj/core/clock.h"
#include "pj/core/files.h"
#include "pj/core/interrupt.h"
#include "pj/core/join.h"
#include "pj/core/numbers.h"
#include "pj/core/progress.h"
#include "pj/core/warning.h"
#include "pj/data/pack.h"
#include "pj/model/decoder.h"
#include "pj/model/token_sampler.h"
#include "sample_prompt.h"
#include "training_options.h"

namespace pj {
namespace {
namespace fs = std::filesystem;

std::vector<Option> options() {
  const SamplingRule rule;
  std::vector<Option> all = {{"checkpoint", "", "", "file of a trained model", {.required = true}}};
  const std::vector<Option> own = {
      {"tokens", index_t{256}, "tokens", "to generate after the prompt", {.min = 1}},
      {"temperature",
       rule.temperature,
       "",
       "divides the logits; 0 always takes the largest",
       {.min = 0}},
      {"top-k", rule.top_k, "tokens", "most probable tokens to draw from, 0 for all", {.min = 0}},
      {"top-p",
       rule.top_p,
       "",
       "probability that the tokens to draw from have together",
       {.min = 1e-9, .max = 1}},
      {"greedy", false, "", "always take the most probable token"},
      {"seed", index_t{0}, "", "of the draws", {.min = 0}},
      {"count", index_t{1}, "samples", "from draws of their own", {.min = 1}},
      {"scaling-len",
       "plan",
       "",
       "length a scaled rotary method adapts to: of prompt and tokens together, or so far (slow)",
       {.choices = {"plan", "so-far"}}},
      {"no-cache", false, "", "read the whole sequence again for every token"},
      {"out", "", "",
       "new file for the sample: MIDI if it is named .mid, else raw tokens; standard output unless "
       "given"},
  };
  for (const auto& part : {prompt_options(), own, model_hint_options(), work_options()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

SamplingRule sampling_rule(const Arguments& a) {
  if (!a.flag("greedy")) return {a.number("temperature"), a.integer("top-k"), a.number("top-p")};
  SamplingRule rule{0, a.integer("top-k"), a.number("top-p")};
  std::vector<std::string> beside;
  if (a.number("temperature") != SamplingRule{}.temperature) beside.emplace_back("--temperature");
  if (rule.top_k != SamplingRule{}.top_k) beside.emplace_back("--top-k");
  if (rule.top_p != SamplingRule{}.top_p) beside.emplace_back("--top-p");
  require<UsageError>(beside.empty(), "--greedy must stand alone, got it beside ",
                      join(beside, ", "));
  return rule;
}

std::string rate_text(index_t tokens, double seconds) {
  return message(tokens, " tokens in ", to_fixed(seconds, 3), " s, ",
                 to_fixed(static_cast<double>(tokens) / seconds, 0), " tokens/s");
}

/// One command's samples.
class SampleRun {
 public:
  SampleRun(const LoadedModel& loaded, const SamplingRule& rule, const Arguments& a)
      : count_(a.integer("count")),
        num_tokens_(a.integer("tokens")),
        seed_(static_cast<std::uint64_t>(a.integer("seed"))),
        quiet_(a.flag("quiet")),
        rule_(rule),
        form_(token_form(loaded, a)),
        prompt_(read_prompt(form_, a)),
        decoder_(loaded.model, {a.text("scaling-len") == "plan" ? prompt_size() + num_tokens_ : 0,
                                !a.flag("no-cache")}) {
    if (!a.given("out")) return;
    const fs::path out = a.text("out");
    midi_ = has_midi_name(out);
    require<UsageError>(!midi_ || form_.tokenizer.midi, "--out names a MIDI file, and the model's ",
                        "tokens are ", form_.tokenizer.name,
                        "; --tokenizer midi-text takes its bytes for event text");
    files_ = new_sample_files(out, count_);
  }

  int run() {
    const InterruptGuard guard;
    Stopwatch watch;
    const Tensor after_prompt = decoder_.read(prompt_.tokens);
    const double prompt_seconds = watch.seconds();
    Progress progress(std::cerr, stderr_progress_style(quiet_), "sample", count_ * num_tokens_,
                      "tokens");
    watch.restart();
    for (index_t k = 0; k < count_ && !stop_requested(); ++k) {
      generate(k, after_prompt, progress);
      write(k);
    }
    const bool stopped = stop_requested();
    const double seconds = watch.seconds();
    progress.finish();
    if (!quiet_)
      std::cerr << "prompt: " << rate_text(prompt_size(), prompt_seconds)
                << "\ngenerated: " << rate_text(num_generated_, seconds) << '\n';
    if (stopped)
      throw Stopped(message("sample: stopped after ", num_generated_, " of ", count_ * num_tokens_,
                            " tokens, which are written"));
    return 0;
  }

 private:
  index_t prompt_size() const { return static_cast<index_t>(prompt_.tokens.size()); }

  /// Fills tokens_ with what is shown of the prompt and what follows it.
  void generate(index_t k, Tensor logits, Progress& progress) {
    TokenSampler sampler(rule_, Stream(seed_, "sample", static_cast<std::uint64_t>(k)));
    tokens_ = prompt_.shown ? prompt_.tokens : std::vector<std::int32_t>();
    decoder_.rewind(prompt_size());
    for (index_t i = 0; i < num_tokens_ && !stop_requested(); ++i) {
      if (i > 0) logits = decoder_.read({&tokens_.back(), 1});
      tokens_.push_back(sampler(logits.values()));
      progress.update(++num_generated_);
    }
  }

  void write(index_t k) {
    if (files_.empty()) {
      if (count_ > 1) std::cout << "--- sample " << k + 1 << " of " << count_ << " ---\n";
      std::cout << sample_text(tokens_, form_, ::isatty(STDOUT_FILENO) != 0);
      if (count_ > 1 && form_.tokenizer.dtype == "u8") std::cout << '\n';
      std::cout.flush();
      return;
    }
    const fs::path& file = files_[static_cast<std::size_t>(k)];
    const SampleBytes sample = sample_bytes(tokens_, form_, midi_);
    write_file_atomically(file, sample.bytes);
    std::cout << file.string() << ": " << tokens_.size() << " tokens";
    if (midi_) std::cout << ", " << sample.num_messages << " MIDI messages";
    std::cout << '\n';
    if (sample.num_ignored > 0)
      warn(message(file.string(), ": words that are no event, left out: ", sample.num_ignored));
  }

  index_t count_, num_tokens_;
  std::uint64_t seed_;
  bool quiet_, midi_ = false;
  SamplingRule rule_;
  TokenForm form_;
  Prompt prompt_;
  Decoder decoder_;
  std::vector<fs::path> files_;
  std::vector<std::int32_t> tokens_;
  index_t num_generated_ = 0;
};

int run(const Arguments& arguments) {
  apply_work_options(arguments);
  const SamplingRule rule = sampling_rule(arguments);
  const LoadedModel loaded = open_model(arguments.text("checkpoint"), arguments);
  return SampleRun(loaded, rule, arguments).run();
}

}  // namespace

Command sample_command() {
  return {.name = "sample",
          .summary = "text or music from a trained model",
          .positionals = {},
          .options = options(),
          .run = run};
}

}  // namespace pj
