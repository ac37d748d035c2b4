#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "pj/core/error.h"

namespace pj {

/// A block of `bytes` bytes, 64-byte aligned and not initialised, that goes back to a pool when its
/// last owner lets go. Sizes are rounded up to quarter octaves, so a training step finds the blocks
/// of the step before it and takes nothing from the system. Blocks from 64 KiB on lie in huge pages
/// where the system has them, those below 2 MiB several to a slab. Thread-safe.
std::shared_ptr<std::byte> acquire_buffer(std::size_t bytes);

/// A zeroed run of numbers from the pool, for sums a function needs while it works and for what a
/// backward keeps beside tensors. Copies share it.
template <class T>
class Scratch {
 public:
  explicit Scratch(index_t count)
      : buffer_(acquire_buffer(static_cast<std::size_t>(count) * sizeof(T))), count_(count) {
    std::fill_n(data(), count, T{});
  }
  T* data() { return reinterpret_cast<T*>(buffer_.get()); }
  const T* data() const { return reinterpret_cast<const T*>(buffer_.get()); }
  T& operator[](index_t i) { return data()[i]; }
  const T& operator[](index_t i) const { return data()[i]; }
  index_t size() const { return count_; }

 private:
  std::shared_ptr<std::byte> buffer_;
  index_t count_;
};

/// What the pool has taken from the system and how much of it is in use.
struct BufferCounts {
  index_t system_allocations = 0;  ///< blocks taken from the system since the start
  index_t held_bytes = 0;          ///< owned by the pool, in use or waiting
  index_t used_bytes = 0;          ///< in use now
  index_t peak_used_bytes = 0;     ///< largest used_bytes since reset_peak_buffer_use()
};
BufferCounts buffer_counts();
void reset_peak_buffer_use();

/// Gives the waiting blocks back to the system, after a phase whose sizes will not come again; but
/// not those whose slab holds a block in use.
void release_unused_buffers();

}  // namespace pj
