#pragma once

#include <span>
#include <string>
#include <string_view>

#include "pj/core/error.h"

namespace pj {

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn one
/// word into the other (optimal string alignment distance).
index_t edit_distance(std::string_view a, std::string_view b);

/// "; did you mean 'train'?" for the known word nearest to a misspelt one, ready to end a message;
/// empty when none is within a third of its length (but at least 2 edits).
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace pj
