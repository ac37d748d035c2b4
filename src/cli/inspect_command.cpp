#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "model_options.h"
#include "pj/core/files.h"
#include "pj/model/diagnostics.h"
#include "pj/model/lag_kernels.h"
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
  all.push_back({"log-lags", false, "", "of them, lags that a logarithmic axis shows apart"});
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

/// The learned kernels, a file a layer, a row a head and lag: the whole bias and its sectors'
/// parts.
void write_kernels(const Transformer& model, const std::filesystem::path& folder, index_t window,
                   bool log_lags) {
  std::filesystem::create_directories(folder);
  std::map<index_t, std::string> texts;
  for (LagKernel kernel : lag_kernels(model, window)) {
    if (log_lags) kernel = kernel.at(log_spaced_lags(window));
    std::string& text = texts[kernel.layer];
    if (text.empty()) text = csv_line({"head", "lag", "bias", "fj", "affine", "lc"});
    for (std::size_t i = 0; i < kernel.lags.size(); ++i)
      text += csv_line({kernel.head, kernel.lags[i], kernel.bias[i], kernel.fj[i], kernel.affine[i],
                        kernel.lc[i]});
  }
  for (const auto& [layer, text] : texts)
    write_file_atomically(folder / message("kernels_layer", layer, ".csv"), text);
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
    write_kernels(model, arguments.text("csv"), window, arguments.flag("log-lags"));
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
