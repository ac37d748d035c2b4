#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "pj/model/transformer.h"
#include "pj/train/token_texts.h"

namespace pj {

/// A trained model as a file holds it.
struct LoadedModel {
  Transformer model;
  nlohmann::json identity;      ///< configuration and corpus of its run; null in a foreign file
  std::optional<index_t> step;  ///< steps of training it has had, where the file says
  TokenMeaning tokens;          ///< what its tokens mean, where the file says
};

/// What a file without a configuration cannot say; shapes tell the rest.
struct ModelHints {
  std::string method;     ///< empty: as the file's metadata says
  index_t num_heads = 0;  ///< 0: as the bias parameters say
  index_t train_len = 0;  ///< tokens
};

/// Reads a checkpoint of ours, or a safetensors file of another program that holds the same
/// parameters. Throws IoError for a file that cannot be trusted, ValueError that names what a
/// foreign file leaves open or which parameters do not fit.
LoadedModel load_model(const std::filesystem::path& path, const ModelHints& hints = {});

}  // namespace pj
