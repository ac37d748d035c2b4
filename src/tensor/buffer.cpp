#include "pj/tensor/buffer.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace pj {
namespace {

constexpr std::size_t kAlignment = 64;

/// The next of 4, 5, 6, 7 times a power of two: at most a quarter of a block is never used.
std::size_t size_class(std::size_t bytes) {
  const std::size_t wanted = std::max(bytes, 4 * kAlignment);
  const std::size_t step = std::bit_floor(wanted) / 4;
  return (wanted + step - 1) / step * step;
}

/// Tells the calling thread from others.
const void* this_thread() {
  static thread_local const char mark = 0;
  return &mark;
}

/// A block that is not used, and the thread whose caches may still hold it.
struct WaitingBlock {
  std::byte* data;
  const void* owner;
};

class Pool {
 public:
  std::byte* take(std::size_t block) {
    const std::lock_guard lock(mutex_);
    counts_.used_bytes += static_cast<index_t>(block);
    counts_.peak_used_bytes = std::max(counts_.peak_used_bytes, counts_.used_bytes);
    if (std::vector<WaitingBlock>& waiting = waiting_[block]; !waiting.empty()) {
      // The newest of this thread's own: another's would be fetched from its core line by line.
      const void* const me = this_thread();
      const auto own = std::find_if(waiting.rbegin(), waiting.rend(),
                                    [me](const WaitingBlock& w) { return w.owner == me; });
      if (own != waiting.rend()) std::swap(*own, waiting.back());
      std::byte* data = waiting.back().data;
      waiting.pop_back();
      return data;
    }
    auto* data = static_cast<std::byte*>(std::aligned_alloc(kAlignment, block));
    if (data == nullptr) {
      counts_.used_bytes -= static_cast<index_t>(block);
      throw std::bad_alloc();
    }
    counts_.system_allocations += 1;
    counts_.held_bytes += static_cast<index_t>(block);
    return data;
  }

  void put_back(std::byte* data, std::size_t block) noexcept {
    const std::lock_guard lock(mutex_);
    counts_.used_bytes -= static_cast<index_t>(block);
    try {
      waiting_[block].push_back({data, this_thread()});
    } catch (const std::bad_alloc&) {
      counts_.held_bytes -= static_cast<index_t>(block);
      std::free(data);
    }
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (auto& [block, waiting] : waiting_) {
      for (const WaitingBlock& each : waiting) std::free(each.data);
      counts_.held_bytes -= static_cast<index_t>(block * waiting.size());
      waiting.clear();
    }
  }

  BufferCounts counts() {
    const std::lock_guard lock(mutex_);
    return counts_;
  }

  void reset_peak() {
    const std::lock_guard lock(mutex_);
    counts_.peak_used_bytes = counts_.used_bytes;
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<WaitingBlock>> waiting_;
  BufferCounts counts_;
};

Pool& pool() {
  static Pool* const instance = new Pool;  // never destroyed: static tensors outlive any order
  return *instance;
}

}  // namespace

std::shared_ptr<std::byte> acquire_buffer(std::size_t bytes) {
  const std::size_t block = size_class(bytes);
  return {pool().take(block), [block](std::byte* data) { pool().put_back(data, block); }};
}

BufferCounts buffer_counts() { return pool().counts(); }
void reset_peak_buffer_use() { pool().reset_peak(); }
void release_unused_buffers() { pool().release(); }

}  // namespace pj
