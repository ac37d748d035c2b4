#include "pj/train/checkpoint.h"

#include <doctest/doctest.h>

#include "pj/core/files.h"
#include "pj/core/random.h"
#include "pj/train/safetensors.h"
#include "testing/golden.h"
#include "testing/gradient_check.h"
#include "testing/plain_file.h"
#include "testing/temp_folder.h"

using namespace pj;
using testing::max_difference;
using testing::random_tensor;
namespace fs = std::filesystem;

namespace {

/// A model of two parameters and its optimiser, in the midst of a training.
struct Training {
  Parameters parameters;
  AdamW optimiser;

  explicit Training(std::uint64_t seed)
      : parameters{{"w", Variable(random_tensor({2, 3}, seed), true)},
                   {"b", Variable(random_tensor({2}, seed + 1), true)}},
        optimiser({parameters[0].variable, parameters[1].variable}) {}

  void step(std::uint64_t seed) {
    for (Parameter& parameter : parameters)
      parameter.variable.mutable_grad().copy_from(random_tensor(parameter.variable.shape(), seed));
    optimiser.step(1e-2);
  }
  Checkpoint checkpoint(double lr = 0.003) const {
    Checkpoint result = checkpoint_of(parameters, optimiser, {{"lr", lr}, {"method", "rope"}});
    result.texts["random"] = "seed 7";
    return result;
  }
};

struct Place {
  testing::TempFolder folder;
  fs::path path = folder.path() / "checkpoint.safetensors";
  fs::path previous = folder.path() / "checkpoint.safetensors.previous";
};

Checkpoint at_step(index_t step) {
  Checkpoint checkpoint;
  checkpoint.parameters["w"] = Tensor::full({2}, static_cast<real>(step));
  checkpoint.step = step;
  checkpoint.config = nlohmann::json::object();
  return checkpoint;
}

index_t newest_step(const fs::path& path) { return *load_newest_good(path)->checkpoint.step; }

}  // namespace

TEST_SUITE_BEGIN("checkpoint");

TEST_CASE("a training that is saved, restored and continued equals one that never stopped") {
  const Place place;
  Training straight(1);
  straight.step(10);
  save_checkpoint(place.path, straight.checkpoint());

  Training resumed(50);
  const Checkpoint loaded = load_checkpoint(place.path);
  CHECK(missing_to_resume(loaded).empty());
  restore_parameters(resumed.parameters, loaded, "f");
  restore_optimiser(resumed.optimiser, resumed.parameters, loaded, "f");
  CHECK(loaded.texts == std::map<std::string, std::string>{{"random", "seed 7"}});
  CHECK(*loaded.config == nlohmann::json{{"lr", 0.003}, {"method", "rope"}});

  straight.step(11);
  resumed.step(11);
  CHECK(resumed.optimiser.step_count() == 2);
  for (std::size_t i = 0; i < 2; ++i)
    CHECK(max_difference(straight.parameters[i].variable.value(),
                         resumed.parameters[i].variable.value()) == 0);
}

TEST_CASE("equal states give equal bytes") {
  const Place place;
  Training training(1);
  training.step(2);
  save_checkpoint(place.path, training.checkpoint());
  const std::string bytes = read_file(place.path);
  save_checkpoint(place.path, load_checkpoint(place.path));
  CHECK(read_file(place.path) == bytes);
  const TensorFile file = read_tensor_file(place.path);
  CHECK(file.tensors.contains("optim.m.w"));
  CHECK(file.tensors.contains("optim.v.b"));
  CHECK(file.metadata.at("step") == "1");
}

TEST_CASE("the file before is kept, and nothing else") {
  const Place place;
  CHECK_FALSE(load_newest_good(place.path).has_value());
  for (index_t step = 1; step <= 3; ++step) save_checkpoint(place.path, at_step(step));
  CHECK(newest_step(place.path) == 3);
  CHECK(load_newest_good(place.path)->reason.empty());
  CHECK(*load_checkpoint(place.previous).step == 2);
  CHECK(std::distance(fs::directory_iterator(place.folder.path()), {}) == 2);
}

TEST_CASE("what a kill leaves half-way does no harm") {
  const Place place;
  save_checkpoint(place.path, at_step(1));
  SUBCASE("a part of the new file under its temporary name") {
    testing::write_plainly(fs::path(place.path) += ".tmp1", "half");
    CHECK(newest_step(place.path) == 1);
  }
  SUBCASE("the file under both names, and the second name's temporary one") {
    fs::create_hard_link(place.path, place.previous);
    fs::create_hard_link(place.path, fs::path(place.previous) += ".tmp");
    CHECK(newest_step(place.path) == 1);
  }
  SUBCASE("the old file moved, the new one not there yet") {
    fs::rename(place.path, place.previous);
    const auto found = load_newest_good(place.path);
    REQUIRE(found.has_value());
    CHECK(found->path == place.previous);
    CHECK(found->reason == place.path.string() + ": no such file");
  }
  save_checkpoint(place.path, at_step(2));
  CHECK(newest_step(place.path) == 2);
  CHECK(*load_checkpoint(place.previous).step == 1);
  CHECK_FALSE(fs::exists(fs::path(place.previous) += ".tmp"));
}

TEST_CASE("a save that fails leaves both files") {
  const Place place;
  for (index_t step = 1; step <= 2; ++step) save_checkpoint(place.path, at_step(step));
  Checkpoint bad = at_step(3);
  bad.texts["random"] = "\xFF";
  CHECK_THROWS_AS(save_checkpoint(place.path, bad), ValueError);
  CHECK(newest_step(place.path) == 2);
  bad.texts = {{"step", "9"}};
  CHECK_THROWS_WITH_AS(save_checkpoint(place.path, bad),
                       "save_checkpoint: the text's key step must not be one the format uses",
                       ValueError);
}

TEST_CASE("a damaged file gives way to the one before it and never replaces it") {
  const Place place;
  for (index_t step = 1; step <= 2; ++step) save_checkpoint(place.path, at_step(step));
  testing::write_plainly(place.path, "damaged");
  const auto found = load_newest_good(place.path);
  REQUIRE(found.has_value());
  CHECK(found->checkpoint.step == 1);
  CHECK(found->reason.starts_with(place.path.string() + ": byte 0: "));
  save_checkpoint(place.path, at_step(3));
  CHECK(newest_step(place.path) == 3);
  CHECK(*load_checkpoint(place.previous).step == 1);
}

TEST_CASE("two damaged files are an error with both reasons") {
  const Place place;
  testing::write_plainly(place.path, "damaged");
  testing::write_plainly(place.previous, "damaged");
  try {
    load_newest_good(place.path);
    FAIL("nothing was thrown");
  } catch (const IoError& error) {
    const std::string text = error.what();
    CHECK(text.find(place.path.string() + ": byte 0") != std::string::npos);
    CHECK(text.find(place.previous.string() + ": byte 0") != std::string::npos);
  }
}

TEST_CASE("a checkpoint with bytes changed is read or refused, and nothing else") {
  const Place place;
  save_checkpoint(place.path, Training(1).checkpoint());
  const std::string whole = read_file(place.path);
  Stream stream(2, "flips");
  int refused = 0;
  for (int round = 0; round < 500; ++round) {
    std::string bytes = whole;
    bytes[static_cast<std::size_t>(stream.below(static_cast<index_t>(bytes.size())))] =
        static_cast<char>(stream.below(256));
    testing::write_plainly(place.path, bytes);
    try {
      load_checkpoint(place.path);
    } catch (const IoError&) {
      ++refused;
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("metadata that cannot be true is refused by its key") {
  const Place place;
  const auto load = [&](const std::string& key, const std::string& value) {
    TensorFile file;
    file.metadata = {{"format", "pjrope-checkpoint 1"}, {"config", "{}"}, {"step", "1"}};
    file.metadata[key] = value;
    write_tensor_file(place.path, file);
    load_checkpoint(place.path);
  };
  const std::string where = place.path.string();
  for (const char* step : {"-1", "1x", ""})
    CHECK_THROWS_WITH_AS(load("step", step),
                         (where + ": step must be an integer of at least 0, got " + step).c_str(),
                         IoError);
  CHECK_THROWS_WITH_AS(
      load("format", "pjrope-checkpoint 2"),
      (where + ": format must be pjrope-checkpoint 1, got pjrope-checkpoint 2").c_str(), IoError);
  CHECK_THROWS_AS(load("config", "{"), IoError);
  std::string deep;
  for (int i = 0; i < 50000; ++i) deep += "{\"a\":";
  CHECK_THROWS_WITH_AS(
      load("config", deep),
      (where + ": config: byte 0: JSON must be at most 32 levels deep, got more").c_str(), IoError);
}

TEST_CASE("a file of another program serves evaluation and says what a resume would miss") {
  for (const char* name : {"lm_none.safetensors", "lm_full.safetensors"}) {
    const Checkpoint checkpoint = load_checkpoint(testing::golden_path(name));
    CHECK(checkpoint.texts.contains("method"));
    Parameters parameters;
    for (const auto& [parameter, tensor] : checkpoint.parameters)
      parameters.push_back({parameter, Variable(Tensor::zeros(tensor.shape()), true)});
    restore_parameters(parameters, checkpoint, name);
    CHECK(max_difference(parameters[0].variable.value(), checkpoint.parameters.begin()->second) ==
          0);
    AdamW optimiser({parameters[0].variable});
    CHECK_THROWS_WITH_AS(restore_optimiser(optimiser, parameters, checkpoint, "f"),
                         "f: must hold a whole training to resume it, got a file without "
                         "optim.m.*, optim.v.*, step, config; it can be evaluated",
                         ValueError);
  }
}

TEST_CASE("names and shapes that are not the model's are all listed, and nothing is changed") {
  Training training(1);
  Checkpoint checkpoint = training.checkpoint();
  checkpoint.parameters["w"] = Tensor::zeros({3, 2});
  checkpoint.parameters["x"] = Tensor::zeros({1});
  checkpoint.parameters.erase("b");
  const Tensor before = training.parameters[0].variable.value().clone();
  CHECK_THROWS_WITH_AS(restore_parameters(training.parameters, checkpoint, "f"),
                       "f: tensors must be those of the model, got w of shape (3, 2) instead of "
                       "(2, 3); missing b; unexpected x",
                       ValueError);
  CHECK(max_difference(training.parameters[0].variable.value(), before) == 0);
  checkpoint.second_moments.erase("w");
  CHECK_THROWS_WITH_AS(restore_optimiser(training.optimiser, training.parameters, checkpoint, "f"),
                       "f: tensors must be those of the model, got missing optim.v.w", ValueError);
}

TEST_CASE("an optimiser of other parameters and a name given twice make no checkpoint") {
  const Training training(1);
  const Parameters one{training.parameters[0]};
  CHECK_THROWS_WITH_AS(checkpoint_of(one, training.optimiser, {}),
                       "checkpoint_of: the optimiser must be for the 1 parameters, got one for 2",
                       ValueError);
  const Parameters twice{training.parameters[0], training.parameters[0]};
  CHECK_THROWS_WITH_AS(checkpoint_of(twice, training.optimiser, {}),
                       "checkpoint_of: a parameter's name must be unique, got w twice", ValueError);
}

TEST_CASE("configurations are compared field by field") {
  const nlohmann::json saved{
      {"lr", 0.003}, {"model", {{"heads", 4}, {"layers", 2}}}, {"out", "a"}, {"lens", {1, 2}}};
  nlohmann::json asked{
      {"lr", 0.001}, {"model", {{"heads", 4.0}, {"embed", 96}}}, {"out", "b"}, {"lens", {1, 3}}};
  CHECK(config_differences(saved, saved).empty());
  CHECK(config_differences(saved, asked, {"out"}) ==
        std::vector<std::string>{"lens: checkpoint has [1,2], asked for [1,3]",
                                 "lr: checkpoint has 0.003, asked for 0.001",
                                 "model.embed: checkpoint has nothing, asked for 96",
                                 "model.layers: checkpoint has 2, asked for nothing"});
  CHECK_NOTHROW(require_same_config(saved, asked, {"out", "model", "lr", "lens"}, "f"));
  CHECK_THROWS_WITH_AS(require_same_config(saved, asked, {"model", "lr", "lens"}, "f"),
                       "f: configuration must be the checkpoint's, got out: checkpoint has "
                       "\"a\", asked for \"b\"",
                       ValueError);
}

TEST_SUITE_END();
