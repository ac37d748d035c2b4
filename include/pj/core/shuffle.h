#pragma once

#include <utility>
#include <vector>

#include "pj/core/random.h"

namespace pj {

/// Puts the items into a random order, every order as likely as any other (Fisher-Yates).
template <class T>
void shuffle(std::vector<T>& items, Stream stream) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[static_cast<std::size_t>(stream.below(static_cast<index_t>(i)))]);
}

}  // namespace pj
