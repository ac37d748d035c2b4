#include "pj/position/sectors.h"

#include <algorithm>
#include <array>

#include "pj/core/error.h"

namespace pj {
namespace {

struct NamedSector {
  std::string_view name;
  bool Sectors::*member;
};

constexpr std::array kSectors = {NamedSector{"fj", &Sectors::fj},
                                 NamedSector{"affine", &Sectors::affine},
                                 NamedSector{"lc", &Sectors::lc}};

void add_sector(Sectors& sectors, std::string_view name, std::string_view text) {
  for (const NamedSector& sector : kSectors) {
    if (sector.name != name) continue;
    require<UsageError>(!(sectors.*sector.member), "sectors: each must be named once, got '", text,
                        "'");
    sectors.*sector.member = true;
    return;
  }
  throw UsageError(message("sectors: must be none or a list of fj, affine and lc, got '", name,
                           "' in '", text, "'"));
}

}  // namespace

std::string to_text(const Sectors& sectors) {
  std::string text;
  for (const NamedSector& sector : kSectors) {
    if (!(sectors.*sector.member)) continue;
    if (!text.empty()) text += ',';
    text += sector.name;
  }
  return text.empty() ? "none" : text;
}

Sectors parse_sectors(std::string_view text) {
  Sectors sectors;
  if (text.empty() || text == "none") return sectors;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    add_sector(sectors, text.substr(begin, end - begin), text);
    begin = end + 1;
  }
  return sectors;
}

}  // namespace pj
