#include "pj/train/checkpoint.h"

#include "pj/core/numbers.h"
#include "pj/train/safetensors.h"
#include "strict_json.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::json;
using Tensors = std::map<std::string, Tensor>;

constexpr const char *kFormatKey = "format", *kConfigKey = "config", *kStepKey = "step";
constexpr const char *kFormatFamily = "pjrope-checkpoint ", *kFormat = "pjrope-checkpoint 1";
constexpr const char *kFirst = "optim.m.", *kSecond = "optim.v.";
constexpr int kConfigDepth = 32;

void put_tensors(TensorFile& file, const char* prefix, const Tensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    const bool is_new = file.tensors.emplace(prefix + name, entry_of(tensor)).second;
    require<ValueError>(is_new, "save_checkpoint: a tensor's name must be unique, got ", prefix,
                        name, " twice");
  }
}

TensorFile file_of(const Checkpoint& checkpoint) {
  TensorFile file{checkpoint.texts, {}};
  for (const char* key : {kFormatKey, kConfigKey, kStepKey})
    require<ValueError>(!file.metadata.contains(key), "save_checkpoint: the text's key ", key,
                        " must not be one the format uses");
  file.metadata[kFormatKey] = kFormat;
  if (checkpoint.config) file.metadata[kConfigKey] = checkpoint.config->dump();
  if (checkpoint.step) file.metadata[kStepKey] = message(*checkpoint.step);
  put_tensors(file, "", checkpoint.parameters);
  put_tensors(file, kFirst, checkpoint.first_moments);
  put_tensors(file, kSecond, checkpoint.second_moments);
  return file;
}

/// Takes one of our own keys out of the texts.
std::optional<std::string> take(std::map<std::string, std::string>& texts, const char* key) {
  const auto node = texts.extract(key);
  return node.empty() ? std::nullopt : std::optional(node.mapped());
}

void read_metadata(Checkpoint& checkpoint, const std::string& where) {
  const auto format = checkpoint.texts.find(kFormatKey);
  if (format == checkpoint.texts.end() || !format->second.starts_with(kFormatFamily)) return;
  require<IoError>(format->second == kFormat, where, ": format must be ", kFormat, ", got ",
                   shortened(format->second));
  checkpoint.texts.erase(format);
  if (const auto text = take(checkpoint.texts, kConfigKey))
    checkpoint.config = parse_object(*text, where + ": config", 0, kConfigDepth);
  if (const auto text = take(checkpoint.texts, kStepKey)) {
    checkpoint.step = parse_integer(*text);
    require<IoError>(checkpoint.step.value_or(-1) >= 0, where,
                     ": step must be an integer of at least 0, got ", shortened(*text));
  }
}

fs::path previous_path(const fs::path& path) { return fs::path(path) += ".previous"; }

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_good(const fs::path& path) {
  try {
    load_checkpoint(path);
    return true;
  } catch (const IoError&) {
    return false;
  }
}

/// Gives the file a second name, so that the first is there until the new file takes its place.
void keep_as_previous(const fs::path& path) {
  const fs::path previous = previous_path(path), link = fs::path(previous) += ".tmp";
  std::error_code error, ignored;
  fs::remove(link, ignored);
  fs::create_hard_link(path, link, error);
  // Some file systems have no second names; there the kept file is the only one for a moment.
  fs::rename(error ? path : link, previous, error);
  fs::remove(link, ignored);
  require<IoError>(!error, previous.string(), ": cannot replace: ", error.message());
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

/// The tensors in the order of the parameters; throws unless names and shapes are the same.
std::vector<Tensor> matched(const Parameters& parameters, const Tensors& tensors,
                            const char* prefix, const std::string& where) {
  std::vector<std::string> faults;
  std::vector<Tensor> found;
  std::set<std::string> known;
  for (const Parameter& parameter : parameters) {
    known.insert(parameter.name);
    const auto at = tensors.find(parameter.name);
    if (at == tensors.end())
      faults.push_back(message("missing ", prefix, parameter.name));
    else if (at->second.shape() != parameter.variable.shape())
      faults.push_back(message(prefix, parameter.name, " of shape ", at->second.shape(),
                               " instead of ", parameter.variable.shape()));
    else
      found.push_back(at->second);
  }
  for (const auto& [name, tensor] : tensors)
    if (!known.contains(name)) faults.push_back(message("unexpected ", prefix, name));
  require<ValueError>(faults.empty(), where, ": tensors must be those of the model, got ",
                      joined(faults, "; "));
  return found;
}

/// The fields of nested objects as one list, by their names joined by points.
void list_fields(const Json& value, const std::string& name, const std::set<std::string>& ignored,
                 std::map<std::string, Json>& fields) {
  if (ignored.contains(name)) return;
  if (!value.is_object() || (value.empty() && !name.empty())) {
    fields.emplace(name, value);
    return;
  }
  for (const auto& [key, item] : value.items())
    list_fields(item, name.empty() ? key : name + "." + key, ignored, fields);
}

}  // namespace

Checkpoint checkpoint_of(const Parameters& parameters, const AdamW& optimiser,
                         const nlohmann::json& config) {
  require<ValueError>(optimiser.parameters().size() == parameters.size(),
                      "checkpoint_of: the optimiser must be for the ", parameters.size(),
                      " parameters, got one for ", optimiser.parameters().size());
  Checkpoint checkpoint;
  checkpoint.step = optimiser.step_count();
  checkpoint.config = config;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& [name, variable] = parameters[i];
    const bool is_new = checkpoint.parameters.emplace(name, variable.value()).second;
    require<ValueError>(is_new, "checkpoint_of: a parameter's name must be unique, got ", name,
                        " twice");
    checkpoint.first_moments.emplace(name, optimiser.first_moments()[i]);
    checkpoint.second_moments.emplace(name, optimiser.second_moments()[i]);
  }
  return checkpoint;
}

void save_checkpoint(const fs::path& path, const Checkpoint& checkpoint) {
  const TensorFile file = file_of(checkpoint);
  if (is_there(path) && is_good(path)) keep_as_previous(path);
  write_tensor_file(path, file);
}

Checkpoint load_checkpoint(const fs::path& path) {
  const std::string where = path.string();
  TensorFile file = read_tensor_file(path);
  Checkpoint checkpoint;
  checkpoint.texts = std::move(file.metadata);
  read_metadata(checkpoint, where);
  for (const auto& [name, entry] : file.tensors) {
    const Tensor tensor = tensor_of(entry, message(where, ": ", name));
    if (name.starts_with(kFirst))
      checkpoint.first_moments.emplace(name.substr(std::string_view(kFirst).size()), tensor);
    else if (name.starts_with(kSecond))
      checkpoint.second_moments.emplace(name.substr(std::string_view(kSecond).size()), tensor);
    else
      checkpoint.parameters.emplace(name, tensor);
  }
  return checkpoint;
}

std::optional<FoundCheckpoint> load_newest_good(const fs::path& path) {
  std::vector<std::string> reasons;
  bool any = false;
  for (const fs::path& candidate : {path, previous_path(path)}) {
    if (!is_there(candidate)) {
      reasons.push_back(candidate.string() + ": no such file");
      continue;
    }
    any = true;
    try {
      return FoundCheckpoint{load_checkpoint(candidate), candidate, joined(reasons, "; ")};
    } catch (const IoError& error) {
      reasons.push_back(error.what());
    }
  }
  require<IoError>(!any, path.string(), ": it or its .previous must be a good checkpoint, got ",
                   joined(reasons, "; "));
  return std::nullopt;
}

std::vector<std::string> missing_to_resume(const Checkpoint& checkpoint) {
  std::vector<std::string> missing;
  if (checkpoint.first_moments.empty()) missing.push_back(message(kFirst, "*"));
  if (checkpoint.second_moments.empty()) missing.push_back(message(kSecond, "*"));
  if (!checkpoint.step) missing.push_back(kStepKey);
  if (!checkpoint.config) missing.push_back(kConfigKey);
  return missing;
}

void restore_parameters(Parameters& parameters, const Checkpoint& checkpoint,
                        const std::string& where) {
  const std::vector<Tensor> values = matched(parameters, checkpoint.parameters, "", where);
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters[i].variable.mutable_value().copy_from(values[i]);
}

void restore_optimiser(AdamW& optimiser, const Parameters& parameters, const Checkpoint& checkpoint,
                       const std::string& where) {
  const std::vector<std::string> missing = missing_to_resume(checkpoint);
  require<ValueError>(missing.empty(), where,
                      ": must hold a whole training to resume it, got a file without ",
                      joined(missing, ", "), "; it can be evaluated");
  const auto first = matched(parameters, checkpoint.first_moments, kFirst, where);
  const auto second = matched(parameters, checkpoint.second_moments, kSecond, where);
  optimiser.restore(*checkpoint.step, first, second);
}

std::vector<std::string> config_differences(const Json& checkpoint, const Json& asked,
                                            const std::set<std::string>& ignored) {
  std::map<std::string, Json> had, wanted;
  list_fields(checkpoint, "", ignored, had);
  list_fields(asked, "", ignored, wanted);
  std::set<std::string> names;
  for (const auto* fields : {&had, &wanted})
    for (const auto& field : *fields) names.insert(field.first);
  const auto shown = [](const std::map<std::string, Json>& fields, const std::string& name) {
    return fields.contains(name) ? shortened(fields.at(name).dump()) : "nothing";
  };
  std::vector<std::string> differences;
  for (const std::string& name : names)
    if (!had.contains(name) || !wanted.contains(name) || had.at(name) != wanted.at(name))
      differences.push_back(message(name, ": checkpoint has ", shown(had, name), ", asked for ",
                                    shown(wanted, name)));
  return differences;
}

void require_same_config(const Json& checkpoint, const Json& asked,
                         const std::set<std::string>& ignored, const std::string& where) {
  const std::vector<std::string> differences = config_differences(checkpoint, asked, ignored);
  require<ValueError>(differences.empty(), where, ": configuration must be the checkpoint's, got ",
                      joined(differences, "; "));
}

}  // namespace pj
