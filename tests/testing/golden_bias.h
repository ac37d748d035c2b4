#pragma once

#include "pj/position/pj_bias.h"
#include "testing/golden_tensor.h"

namespace pj::testing {

/// The module a case of pj_bias.json describes, with its parameters.
inline PjBias golden_bias(const nlohmann::json& json) {
  PjBiasConfig config;
  config.num_heads = json["heads"];
  config.max_order = json["max_order"];
  config.train_len = json["train_length"];
  config.sectors = {json["use_fj"], json["use_affine"], json["use_lc"]};
  config.rho = json["rho"] == "linear" ? Rho::kLinear : Rho::kLightcone;
  Stream stream(0, "init");
  PjBias bias(config, stream);
  Parameters parameters;
  bias.list_parameters("", parameters);
  REQUIRE(parameters.size() == json["params"].size());
  for (Parameter& p : parameters)
    p.variable.mutable_value().copy_from(golden_tensor(json["params"][p.name]));
  return bias;
}

}  // namespace pj::testing
