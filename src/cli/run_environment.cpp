#include "run_environment.h"

#include "pj/core/threads.h"
#include "pj/report/json.h"
#include "pj/tensor/blas.h"

namespace pj {

Facts process_facts() {
  return {{"real", sizeof(real) == 4 ? "float" : "double"},
          {"BLAS", blas_core()},
          {"threads", std::to_string(num_threads())}};
}

nlohmann::json run_environment(const Arguments& arguments) {
  nlohmann::json facts;
  for (const Facts& part : {build_facts(), process_facts()})
    for (const auto& [name, value] : part) facts[name] = value;
  return {{"program", facts}, {"flags", nlohmann::json(json_settings(arguments))}};
}

}  // namespace pj
