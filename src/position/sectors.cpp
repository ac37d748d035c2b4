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

/// By the value of Sector.
constexpr std::array kSectors = {NamedSector{"fj", &Sectors::fj},
                                 NamedSector{"affine", &Sectors::affine},
                                 NamedSector{"lc", &Sectors::lc}};

const NamedSector& row_of(Sector sector) { return kSectors[static_cast<std::size_t>(sector)]; }

}  // namespace

bool Sectors::has(Sector sector) const { return this->*row_of(sector).member; }

std::string to_text(Sector sector) { return std::string(row_of(sector).name); }

Sector parse_sector(std::string_view name) {
  for (std::size_t i = 0; i < kSectors.size(); ++i)
    if (kSectors[i].name == name) return static_cast<Sector>(i);
  throw UsageError(message("sector: must be fj, affine or lc, got '", name, "'"));
}

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
    bool& enabled = sectors.*row_of(parse_sector(text.substr(begin, end - begin))).member;
    require<UsageError>(!enabled, "sectors: each must be named once, got '", text, "'");
    enabled = true;
    begin = end + 1;
  }
  return sectors;
}

}  // namespace pj
