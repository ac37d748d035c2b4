#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pj/position/rotary_spec.h"
#include "pj/position/sectors.h"

namespace pj {

/// What a method adds to the attention logits.
enum class BiasKind {
  kNone,
  kAlibi,  ///< the fixed slopes of alibi.h
  kPj,     ///< a PjBias with the method's sectors
};

/// How a model sees positions: a rotary transform and a bias. A method has one name, from here to
/// the printed table.
struct Method {
  std::string name;         ///< "rope_ntk_affine", or "custom:rope+pi+fj,lc"
  std::string rotary_name;  ///< "none", "rope", "pj_rotary", "jordan_raw", ...
  RotarySpec rotary;        ///< with the scaling
  BiasKind bias = BiasKind::kNone;
  Sectors sectors;      ///< of a PjBias; none otherwise
  std::string summary;  ///< one sentence
};

/// "none", "pi", "ntk" or "yarn".
std::string to_text(Scaling scaling);
/// What a method puts into the bias: "none", "alibi" or its sectors, as make_method reads it.
std::string bias_text(const Method& method);

/// Every named method, in the order tables print them.
std::span<const Method> methods();

/// The method of a name; also reads the custom names make_method gives. Throws UsageError with the
/// nearest name.
Method find_method(std::string_view name);

/// A free combination, each part as find_method's fields spell it: make_method("rope", "ntk",
/// "affine"). `bias` is a list of sectors, "alibi" or "none". It has the name of the first method
/// that equals it, else "custom:rotary+scaling+bias". Throws UsageError for an unknown part, and
/// for a scaling without a rotation.
Method make_method(std::string_view rotary, std::string_view scaling, std::string_view bias);

}  // namespace pj
