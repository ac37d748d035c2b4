#include "pj/position/methods.h"

#include <algorithm>
#include <array>
#include <vector>

#include "pj/core/nearest.h"

namespace pj {
namespace {

constexpr std::string_view kCustom = "custom:";

struct NamedRotary {
  std::string_view name;
  RotarySpec spec;
};

const std::vector<NamedRotary>& rotaries() {
  using enum JordanTime;
  static const std::vector<NamedRotary> table = {
      {"none", {}},
      {"rope", rope()},
      {"pj_rotary", jordan(kScaledExact, 2)},
      {"jordan_raw", jordan(kRaw, 2)},
      {"jordan_m3", jordan(kScaledExact, 3)},
      {"jordan_damped", jordan(kDamped, 2)},
      {"jordan_stabilised", jordan(kStabilised, 2)},
  };
  return table;
}

struct NamedScaling {
  std::string_view name;
  Scaling scaling;
};

constexpr std::array kScalings = {
    NamedScaling{"none", Scaling::kNone}, NamedScaling{"pi", Scaling::kPi},
    NamedScaling{"ntk", Scaling::kNtk}, NamedScaling{"yarn", Scaling::kYarn}};

struct Preset {
  const char *name, *rotary, *scaling, *bias, *summary;
};

constexpr Preset kPresets[] = {
    {"none", "none", "none", "none", "No position information beyond the causal mask."},
    {"rope", "rope", "none", "none", "Rotary embedding: queries and keys turn with position."},
    {"rope_pi", "rope", "pi", "none", "RoPE with positions squeezed into the train length."},
    {"rope_ntk", "rope", "ntk", "none", "RoPE with its base raised beyond the train length."},
    {"rope_yarn", "rope", "yarn", "none",
     "RoPE with slow frequencies interpolated, fast ones kept, and q and k enlarged."},
    {"pj_rotary", "pj_rotary", "none", "none",
     "Exact Jordan blocks of order 2: the score is a first jet of the lag."},
    {"jordan_raw", "jordan_raw", "none", "none",
     "Order 2 with time per token: exact, but grows with the position."},
    {"jordan_m3", "jordan_m3", "none", "none", "Exact Jordan blocks of order 3: second jets."},
    {"jordan_damped", "jordan_damped", "none", "none",
     "Order 2 with scores damped exponentially in the lag: exact."},
    {"jordan_stabilised", "jordan_stabilised", "none", "none",
     "Order 2 with saturating time: bounded, and not exact, scores depend on position."},
    {"alibi", "none", "none", "alibi", "Fixed penalty per token of lag, one slope a head."},
    {"affine", "none", "none", "affine", "Learned recency, linear in the lag."},
    {"fj_affine", "none", "none", "fj,affine", "Fourier jets and recency."},
    {"fj_lc", "none", "none", "fj,lc", "Fourier jets and light-cone kernels."},
    {"lc_affine", "none", "none", "affine,lc", "Light-cone kernels and recency."},
    {"full", "none", "none", "fj,affine,lc", "All three sectors of the position space."},
    {"rope_affine", "rope", "none", "affine", "RoPE with learned recency."},
    {"rope_ntk_affine", "rope", "ntk", "affine", "NTK-scaled RoPE with learned recency."},
    {"rope_yarn_affine", "rope", "yarn", "affine", "YaRN-scaled RoPE with learned recency."},
    {"grape_m_rope", "rope", "none", "none",
     "GRAPE's multiplicative special case as a control: equals rope."},
    {"grape_a_alibi", "none", "none", "affine",
     "GRAPE's additive special case as a control: equals affine."},
    {"grape_ma_rope_alibi", "rope", "none", "affine",
     "GRAPE's joint special case as a control: equals rope_affine."},
};

/// The row of a table whose name it is.
template <class Table>
const auto& named(const Table& table, std::string_view name, const char* what) {
  for (const auto& row : table)
    if (row.name == name) return row;
  std::vector<std::string> known;
  for (const auto& row : table) known.emplace_back(row.name);
  throw UsageError(
      message(what, ": must be a known name, got '", name, "'", suggestion(name, known)));
}

Method combine(std::string_view rotary, std::string_view scaling, std::string_view bias) {
  const NamedRotary& turned = named(rotaries(), rotary, "rotary");
  Method method;
  method.name = message(kCustom, rotary, "+", scaling, "+");
  method.rotary_name = std::string(turned.name);
  method.rotary = turned.spec;
  method.summary = "A free combination.";
  method.rotary.scaling = named(kScalings, scaling, "scaling").scaling;
  require<UsageError>(method.rotary.kind != RotaryKind::kNone || scaling == "none",
                      "scaling: needs a rotary transform, got '", scaling, "' with rotary 'none'");
  if (bias == "alibi") {
    method.bias = BiasKind::kAlibi;
  } else {
    method.sectors = parse_sectors(bias);
    method.bias = method.sectors.any() ? BiasKind::kPj : BiasKind::kNone;
  }
  method.name += bias_text(method);
  return method;
}

bool same_mathematics(const Method& a, const Method& b) {
  return a.rotary == b.rotary && a.bias == b.bias && a.sectors == b.sectors;
}

/// Reads "rotary+scaling+bias".
Method parse_custom(std::string_view parts, std::string_view name) {
  const std::size_t first = parts.find('+'), last = parts.rfind('+');
  require<UsageError>(first != last,
                      "method: a custom name must be custom:rotary+scaling+bias, got '", name, "'");
  return make_method(parts.substr(0, first), parts.substr(first + 1, last - first - 1),
                     parts.substr(last + 1));
}

}  // namespace

std::string to_text(Scaling scaling) {
  const auto has_it = [=](const NamedScaling& row) { return row.scaling == scaling; };
  return std::string(std::find_if(kScalings.begin(), kScalings.end(), has_it)->name);
}

std::string bias_text(const Method& method) {
  return method.bias == BiasKind::kAlibi ? "alibi" : to_text(method.sectors);
}

std::span<const Method> methods() {
  static const std::vector<Method> table = [] {
    std::vector<Method> rows;
    for (const Preset& preset : kPresets) {
      Method& method = rows.emplace_back(combine(preset.rotary, preset.scaling, preset.bias));
      method.name = preset.name;
      method.summary = preset.summary;
    }
    return rows;
  }();
  return table;
}

Method find_method(std::string_view name) {
  if (name.starts_with(kCustom)) return parse_custom(name.substr(kCustom.size()), name);
  return named(methods(), name, "method");
}

Method make_method(std::string_view rotary, std::string_view scaling, std::string_view bias) {
  const Method method = combine(rotary, scaling, bias);
  for (const Method& preset : methods())
    if (same_mathematics(preset, method)) return preset;
  return method;
}

}  // namespace pj
