#include "pj/train/load_model.h"

#include "pj/train/checkpoint.h"
#include "pj/train/train_config.h"

namespace pj {
namespace {

/// The shape of a parameter a foreign file must hold.
const Shape& shape_of(const Checkpoint& file, const std::string& name, const std::string& where) {
  const auto found = file.parameters.find(name);
  require<ValueError>(found != file.parameters.end(), where,
                      ": a model without configuration must hold ", name, ", got none");
  return found->second.shape();
}

/// The configuration of a file that has none, from hints, metadata and shapes.
ModelConfig infer_config(const Checkpoint& file, const ModelHints& hints,
                         const std::string& where) {
  ModelConfig config;
  const auto named = file.texts.find("method");
  require<ValueError>(!hints.method.empty() || named != file.texts.end(), where,
                      ": a model without configuration needs its method; give --method");
  config.method = find_method(hints.method.empty() ? named->second : hints.method);
  require<ValueError>(hints.train_len > 0, where,
                      ": a model without configuration needs its train length; give --train-len");
  config.train_len = hints.train_len;
  const Shape& embedding = shape_of(file, "embedding.weight", where);
  require<ValueError>(embedding.rank() == 2, where, ": embedding.weight must be (V, C), got ",
                      embedding);
  config.vocab_size = embedding.dim(0);
  config.embed_dim = embedding.dim(1);
  config.mlp_ratio = shape_of(file, "blocks.0.mlp.0.weight", where).dim(0) / config.embed_dim;
  config.num_layers = 0;
  while (file.parameters.contains(message("blocks.", config.num_layers, ".norm1.weight")))
    ++config.num_layers;
  config.num_heads = hints.num_heads;
  if (const auto orders = file.parameters.find("blocks.0.attn.pj_bias.fj_alpha_logits");
      orders != file.parameters.end() && orders->second.rank() == 2) {
    config.num_heads = orders->second.dim(0);
    config.max_order = orders->second.dim(1) - 1;
  }
  require<ValueError>(config.num_heads > 0, where,
                      ": a model without configuration needs its heads; give --heads");
  return config;
}

}  // namespace

LoadedModel load_model(const std::filesystem::path& path, const ModelHints& hints) {
  const Checkpoint file = load_checkpoint(path);
  const std::string where = path.string();
  ModelConfig config;
  nlohmann::json identity;
  if (file.config) {
    identity = *file.config;
    require<ValueError>(identity.contains("train"), where,
                        ": configuration must hold the training's settings, got none");
    config = identity["train"].get<TrainConfig>().model;
  } else {
    config = infer_config(file, hints, where);
  }
  LoadedModel loaded{Transformer(config, 0), std::move(identity), file.step,
                     token_meaning(file.texts)};
  Parameters parameters = loaded.model.parameters();
  restore_parameters(parameters, file, where);
  return loaded;
}

}  // namespace pj
