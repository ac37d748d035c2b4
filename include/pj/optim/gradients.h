#pragma once

#include <optional>
#include <span>
#include <string>

#include "pj/autograd/variable.h"

namespace pj {

/// Shrinks all gradients by one factor so that their common norm is at most max_norm, and returns
/// the norm they had:
///
///   norm = sqrt(sum of g^2 over all parameters)      g *= max_norm / norm  if norm > max_norm
///
/// The sum is taken in double and in a fixed order, so it does not depend on the number of threads.
/// A norm that is not finite is returned and the gradients are left as they are, for
/// `find_nonfinite` to name the culprit. An infinite max_norm only measures. A parameter without a
/// gradient counts as zero. Throws ValueError unless max_norm > 0.
double clip_gradients(std::span<Variable> parameters, double max_norm);

/// The name of the first tensor that holds an infinity or a NaN; nothing if all are finite.
/// `names[i]` belongs to `tensors[i]`; an undefined tensor counts as finite. Throws ValueError if
/// the counts differ.
std::optional<std::string> find_nonfinite(std::span<const std::string> names,
                                          std::span<const Tensor> tensors);

}  // namespace pj
