#pragma once

#include <string>
#include <string_view>

namespace pj {

/// A sector of the position space; the value is its column among the gates.
enum class Sector { kFj = 0, kAffine = 1, kLc = 2 };

/// Which sectors of the position space a bias uses.
struct Sectors {
  bool fj = false;      ///< Fourier jets
  bool affine = false;  ///< affine recency
  bool lc = false;      ///< light cone

  bool has(Sector sector) const;
  bool any() const { return fj || affine || lc; }
  bool operator==(const Sectors&) const = default;
};

/// "fj", "affine" or "lc", and back; throws UsageError for an unknown name.
std::string to_text(Sector sector);
Sector parse_sector(std::string_view name);

/// "fj,affine" or, for none, "none".
std::string to_text(const Sectors& sectors);

/// A comma-separated list of fj, affine and lc in any order; "none" or nothing for none. Throws
/// UsageError naming a part that is unknown, empty or repeated.
Sectors parse_sectors(std::string_view text);

}  // namespace pj
