#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "pj/nn/parameter.h"
#include "pj/optim/adamw.h"

namespace pj {

/// What a run needs to go on. A file written by another program may hold parameters alone: it has
/// no moments, step or configuration then, and all its metadata is in `texts`.
///
/// file      safetensors; parameters under their names, moments as `optim.m.NAME` and
///           `optim.v.NAME`; metadata `format` (marks the file as ours), `config` (JSON), `step`
///           and the texts
struct Checkpoint {
  std::map<std::string, Tensor> parameters;
  std::map<std::string, Tensor> first_moments, second_moments;  ///< by the name of the parameter
  std::optional<index_t> step;                                  ///< optimiser steps taken
  std::optional<nlohmann::json> config;
  std::map<std::string, std::string> texts;  ///< random state and whatever else a run keeps
};

/// The present state of a training; shares its tensors, so save it before the next step. Throws
/// ValueError if the optimiser is for other parameters or a name stands twice.
Checkpoint checkpoint_of(const Parameters& parameters, const AdamW& optimiser,
                         const nlohmann::json& config);

/// Replaces the file and keeps the one before it as `PATH.previous`. A kill at any moment leaves
/// a good file under one of the two names; a damaged file at `path` never becomes the previous one.
/// Throws IoError if the system refuses, ValueError for a reserved key among the texts.
void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Throws IoError with the path and what is wrong if the file cannot be trusted.
Checkpoint load_checkpoint(const std::filesystem::path& path);

/// A checkpoint and where it came from.
struct FoundCheckpoint {
  Checkpoint checkpoint;
  std::filesystem::path path;
  std::string reason;  ///< why it is not the newest, to tell the user; empty if it is
};

/// The file at `path` or, if that is missing or damaged, `PATH.previous`; nothing if neither
/// exists. Throws IoError with all reasons if what exists is damaged.
std::optional<FoundCheckpoint> load_newest_good(const std::filesystem::path& path);

/// What a run that resumes would miss, such as "step"; empty if nothing is missing.
std::vector<std::string> missing_to_resume(const Checkpoint& checkpoint);

/// Copies the checkpoint's numbers into a model. Throws ValueError beginning with `where`, with
/// every missing, unexpected and misshaped name, before anything is changed.
void restore_parameters(Parameters& parameters, const Checkpoint& checkpoint,
                        const std::string& where);
/// The same for moments and step; throws ValueError that says what is missing for a resume.
void restore_optimiser(AdamW& optimiser, const Parameters& parameters, const Checkpoint& checkpoint,
                       const std::string& where);

/// Every field in which two configurations differ, as "train.lr: checkpoint has 0.003, asked for
/// 0.001"; "nothing" stands for an absent one. Fields within objects are joined by a point; a field
/// in `ignored` is not compared, nor is what it holds.
std::vector<std::string> config_differences(const nlohmann::json& checkpoint,
                                            const nlohmann::json& asked,
                                            const std::set<std::string>& ignored = {});

/// Throws ValueError beginning with `where` that lists the differences, if there are any.
void require_same_config(const nlohmann::json& checkpoint, const nlohmann::json& asked,
                         const std::set<std::string>& ignored, const std::string& where);

}  // namespace pj
