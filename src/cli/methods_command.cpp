#include <iostream>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "pj/position/methods.h"
#include "pj/report/json.h"
#include "pj/report/table.h"

namespace pj {
namespace {

int run(const Arguments& arguments) {
  Table table({{"method"}, {"rotary"}, {"scaling"}, {"bias"}, {"what it is"}});
  Json all = Json::array();
  for (const Method& m : methods()) {
    const std::string scaling = to_text(m.rotary.scaling), bias = bias_text(m);
    table.add({m.name, m.rotary_name, scaling, bias, m.summary});
    all.push_back({{"name", m.name},
                   {"rotary", m.rotary_name},
                   {"scaling", scaling},
                   {"bias", bias},
                   {"summary", m.summary}});
  }
  std::cout << (arguments.flag("json") ? json_text(all) : table.text());
  return 0;
}

}  // namespace

Command methods_command() {
  return {.name = "methods",
          .summary = "every named method: rotary transform, scaling, bias",
          .positionals = {},
          .options = {{"json", false, "", "as JSON"}},
          .run = run};
}

}  // namespace pj
