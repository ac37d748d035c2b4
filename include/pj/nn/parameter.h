#pragma once

#include <string>
#include <vector>

#include "pj/autograd/variable.h"

namespace pj {

/// A leaf that training changes, under its state-dict name: "blocks.0.attn.qkv.weight".
struct Parameter {
  std::string name;
  Variable variable;
};

/// Parameters in the order a model lists them. Every module has
/// `void list_parameters(const std::string& prefix, Parameters& out) const`, which appends its own
/// with names that begin with `prefix` ("blocks.0.attn.", dot and all); handles are shared, so
/// changing one changes the module.
using Parameters = std::vector<Parameter>;

}  // namespace pj
