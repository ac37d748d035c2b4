#pragma once

#include <vector>

#include "pj/tensor/chunks.h"

namespace pj {

/// A range of the elements of one tensor of a list.
struct Slice {
  std::size_t tensor;
  index_t begin, end;
};

/// The pieces in which a list of tensors of the given sizes is worked on: none longer than a chunk,
/// in the order of the list, so that many small tensors and one large one both fill the threads.
inline std::vector<Slice> slices_of(const std::vector<index_t>& sizes) {
  constexpr index_t kChunk = 16384;
  std::vector<Slice> slices;
  for (std::size_t tensor = 0; tensor < sizes.size(); ++tensor)
    for (index_t begin = 0; begin < sizes[tensor]; begin += kChunk)
      slices.push_back({tensor, begin, std::min(sizes[tensor], begin + kChunk)});
  return slices;
}

/// Calls f(slice, i) for slice i of the list, spread over the threads.
template <class F>
void for_each_slice(const std::vector<Slice>& slices, F&& f) {
  parallel_for(static_cast<index_t>(slices.size()), [&](index_t i) {
    f(slices[static_cast<std::size_t>(i)], static_cast<std::size_t>(i));
  });
}

}  // namespace pj
