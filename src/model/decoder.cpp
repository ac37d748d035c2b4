#include "pj/model/decoder.h"

namespace pj {

Decoder::Decoder(const Transformer& model, const DecodingOptions& options)
    : model_(&model), options_(options), cache_(model.config(), options.total_len) {
  require<ValueError>(options.total_len >= 0, "Decoder: total_len must not be negative, got ",
                      options.total_len);
}

/// Without a scaling, or up to the train length, tables are the same for every total length.
index_t Decoder::scaled_len() const {
  const ModelConfig& config = model_->config();
  if (options_.total_len > 0) return options_.total_len;
  const bool scales = config.method.rotary.scaling != Scaling::kNone;
  return scales ? std::max(seq_len(), config.train_len) : config.train_len;
}

Tensor Decoder::read(std::span<const std::int32_t> tokens) {
  const NoGrad no_grad;
  require<ValueError>(!tokens.empty(), "Decoder: tokens to read must be at least 1, got none");
  const index_t length = seq_len() + static_cast<index_t>(tokens.size());
  require<ValueError>(options_.total_len == 0 || length <= options_.total_len,
                      "Decoder: a sequence must be at most its total_len ", options_.total_len,
                      ", got ", length);
  for (const std::int32_t token : tokens)
    require<ValueError>(token >= 0 && token < model_->config().vocab_size,
                        "Decoder: tokens must be between 0 and ", model_->config().vocab_size - 1,
                        ", got ", token);
  tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
  ForwardOptions forward;
  forward.last_row = true;
  forward.total_len = scaled_len();
  std::span<const std::int32_t> unread = tokens_;
  if (options_.cache) {
    if (cache_.total_len != forward.total_len)
      cache_ = DecodingCache(model_->config(), forward.total_len);
    unread = unread.subspan(static_cast<std::size_t>(cache_.seq_len()));
    forward.cache = &cache_;
  }
  const auto count = static_cast<index_t>(unread.size());
  const Variable logits = model_->logits(model_->features(unread, 1, count, forward));
  return logits.value().reshape({model_->config().vocab_size});
}

void Decoder::rewind(index_t seq_len) {
  require<ValueError>(seq_len >= 0 && seq_len <= this->seq_len(),
                      "Decoder: length to go back to must be between 0 and ", this->seq_len(),
                      ", got ", seq_len);
  tokens_.resize(static_cast<std::size_t>(seq_len));
  for (DecodingCache::Layer& layer : cache_.layers)
    layer.rows.truncate(std::min(seq_len, layer.rows.size()));
}

}  // namespace pj
