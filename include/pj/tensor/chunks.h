#pragma once

#include <algorithm>

#include "pj/core/threads.h"

namespace pj {

/// Number of chunks `size` items are cut into: a function of the sizes alone, never of the threads.
inline index_t num_chunks(index_t size, index_t chunk_size) {
  return (size + chunk_size - 1) / chunk_size;
}

/// Calls f(begin, end) for consecutive ranges of at most `chunk_size` items that cover [0, size),
/// spread over the threads. The default suits loops that touch each element once or twice.
template <class F>
void for_each_chunk(index_t size, F&& f, index_t chunk_size = 16384) {
  parallel_for(num_chunks(size, chunk_size), [&](index_t chunk) {
    f(chunk * chunk_size, std::min(size, (chunk + 1) * chunk_size));
  });
}

}  // namespace pj
