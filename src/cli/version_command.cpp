#include <iostream>

#include "pj/cli/command.h"
#include "pj/core/build_info.h"

namespace pj {

Command version_command(std::function<Facts()> more) {
  return {.name = "version",
          .summary = "version, compiler and processor features of this binary",
          .positionals = {},
          .options = {},
          .run = [more = std::move(more)](const Arguments&) {
            Facts facts = build_facts();
            for (auto& fact : more()) facts.push_back(std::move(fact));
            for (const auto& [name, value] : facts)
              std::cout << name << std::string(name.size() < 12 ? 12 - name.size() : 1, ' ')
                        << value << '\n';
            return 0;
          }};
}

}  // namespace pj
