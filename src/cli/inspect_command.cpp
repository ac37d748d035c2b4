#include <iostream>

#include "commands.h"
#include "model_options.h"
#include "pj/core/files.h"
#include "pj/model/diagnostics.h"
#include "pj/report/json.h"
#include "pj/report/table.h"

namespace pj {
namespace {

std::vector<Option> options() {
  std::vector<Option> all = model_hint_options();
  all.push_back({"window",
                 index_t{0},
                 "tokens",
                 "lags of energies and kernels, 0 for four train lengths",
                 {.min = 0}});
  all.push_back({"json", false, "", "as JSON, with every order's mass and energy"});
  all.push_back({"csv", "", "", "folder for the learned lag kernels and their sector parts"});
  return all;
}

Json head_json(index_t layer, index_t head, const HeadDiagnostics& d) {
  const auto orders = [](const OrderDiagnostics& o) -> Json {
    return {{"mass", o.mass}, {"normalised_mass", o.normalised_mass}, {"energy", o.energy}};
  };
  return {{"layer", layer},
          {"head", head},
          {"gates", d.gates},
          {"omega", json_number(d.omega)},
          {"slope", json_number(d.slope)},
          {"damping", json_number(d.damping)},
          {"fj", orders(d.fj)},
          {"lc", orders(d.lc)},
          {"high_order_mass", json_number(d.high_order_mass)},
          {"high_order_share", json_number(d.high_order_share)}};
}

Row head_row(index_t layer, index_t head, const HeadDiagnostics& d) {
  return {layer,
          head,
          Cell::fixed(d.gates[0], 4),
          Cell::fixed(d.gates[1], 4),
          Cell::fixed(d.gates[2], 4),
          Cell::fixed(d.slope, 3),
          Cell::fixed(d.omega, 5),
          Cell::fixed(d.damping, 3),
          Cell(static_cast<float>(d.high_order_mass))};
}

/// The learned kernel of every head, a row a lag: the whole bias and each sector's part.
void write_kernels(const Transformer& model, const std::filesystem::path& folder, index_t window) {
  std::filesystem::create_directories(folder);
  for (std::size_t layer = 0; layer < model.blocks().size(); ++layer) {
    const PjBias& bias = *model.blocks()[layer].attention().bias();
    const NoGrad no_grad;
    const Tensor table = bias.table(window).value();
    const std::vector<HeadDiagnostics> heads = diagnose(bias, 1);
    std::string text = csv_line({"head", "lag", "bias", "fj", "affine", "lc"});
    for (index_t h = 0; h < table.dim(0); ++h) {
      const std::array<double, 3>& gates = heads[static_cast<std::size_t>(h)].gates;
      std::array<std::vector<double>, 2> parts;
      for (const Sector sector : {Sector::kFj, Sector::kLc}) {
        std::vector<double>& part = parts[sector == Sector::kFj ? 0 : 1];
        part.assign(static_cast<std::size_t>(window), 0.0);
        for (const std::vector<double>& order : order_components(bias, h, sector, window))
          for (std::size_t d = 0; d < order.size(); ++d)
            part[d] += gates[static_cast<std::size_t>(sector)] * order[d];
      }
      for (index_t d = 0; d < window; ++d) {
        const auto at = static_cast<std::size_t>(d);
        const double whole = static_cast<double>(table.data()[h * window + d]);
        text += csv_line(
            {h, d, whole, parts[0][at], whole - parts[0][at] - parts[1][at], parts[1][at]});
      }
    }
    write_file_atomically(folder / message("kernels_layer", layer, ".csv"), text);
  }
}

int run(const Arguments& arguments) {
  const LoadedModel loaded = open_model(arguments.text("CHECKPOINT"), arguments);
  const Transformer& model = loaded.model;
  const ModelConfig& config = model.config();
  const index_t window =
      arguments.integer("window") > 0 ? arguments.integer("window") : 4 * config.train_len;
  Table table({{"layer"},
               {"head"},
               {"FJ"},
               {"affine"},
               {"LC"},
               {"slope"},
               {"omega", "rad/token"},
               {"damping", "1/L"},
               {"high-order mass"}});
  Json heads = Json::array();
  if (config.method.bias == BiasKind::kPj)
    for (std::size_t layer = 0; layer < model.blocks().size(); ++layer) {
      const auto diagnostics = diagnose(*model.blocks()[layer].attention().bias(), window);
      for (std::size_t h = 0; h < diagnostics.size(); ++h) {
        heads.push_back(
            head_json(static_cast<index_t>(layer), static_cast<index_t>(h), diagnostics[h]));
        table.add(head_row(static_cast<index_t>(layer), static_cast<index_t>(h), diagnostics[h]));
      }
    }
  if (arguments.given("csv") && config.method.bias == BiasKind::kPj)
    write_kernels(model, arguments.text("csv"), window);
  const nlohmann::json config_json = config;
  if (arguments.flag("json")) {
    std::cout << json_text({{"config", Json::parse(config_json.dump())},
                            {"run", Json::parse(loaded.identity.dump())},
                            {"step", loaded.step ? Json(*loaded.step) : Json()},
                            {"parameters", model.num_parameters()},
                            {"window", window},
                            {"heads", heads}});
    return 0;
  }
  std::cout << config.method.name << ": " << config.method.summary << '\n'
            << model.num_parameters() << " parameters, " << config.num_layers << " layers, "
            << config.num_heads << " heads, embedding " << config.embed_dim << ", trained at "
            << config.train_len << " tokens";
  if (loaded.step) std::cout << " for " << *loaded.step << " steps";
  std::cout << '\n';
  if (config.method.bias == BiasKind::kPj) std::cout << '\n' << table.text();
  return 0;
}

}  // namespace

Command inspect_command() {
  return {
      .name = "inspect",
      .summary = "what a trained model is made of and what its bias learned",
      .positionals = {{"CHECKPOINT", "", "", "file of a trained model", {.required = true}, true}},
      .options = options(),
      .run = run};
}

}  // namespace pj
