#include "pj/train/program_facts.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "pj/core/threads.h"
#include "pj/tensor/blas.h"

namespace pj {
namespace {

/// As Linux calls it; "unknown" elsewhere.
std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace

Facts process_facts() {
  return {{"processor", processor_name()},
          {"real", sizeof(real) == 4 ? "float" : "double"},
          {"BLAS", blas_core()},
          {"threads", std::to_string(num_threads())}};
}

nlohmann::json program_facts() {
  nlohmann::json facts;
  for (const Facts& part : {build_facts(), process_facts()})
    for (const auto& [name, value] : part) facts[name] = value;
  return facts;
}

}  // namespace pj
