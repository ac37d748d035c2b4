#include "pj/core/buffer.h"

#include <sys/mman.h>

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
constexpr std::size_t kHugePage = std::size_t{2} << 20;
// Blocks of this size and more, but less than a huge page, are cut from slabs of several pages.
constexpr std::size_t kSmallestCut = kHugePage / 32;
constexpr std::size_t kSlab = 4 * kHugePage;
#ifdef __SANITIZE_ADDRESS__
constexpr bool kHasSlabs = false;  // a write behind a block would go unseen
#else
constexpr bool kHasSlabs = true;
#endif

std::size_t round_up(std::size_t bytes, std::size_t step) {
  return (bytes + step - 1) / step * step;
}

/// The next of 4, 5, 6, 7 times a power of two: at most a quarter of a block is never used.
std::size_t size_class(std::size_t bytes) {
  const std::size_t wanted = std::max(bytes, 4 * kAlignment);
  return round_up(wanted, std::bit_floor(wanted) / 4);
}

/// Memory from the system. From a huge page on it asks for such pages: the first touch of a page of
/// 4 KiB takes the system about as long as copying to it ten times.
std::byte* system_memory(std::size_t bytes) {
  const std::size_t alignment = bytes >= kHugePage ? kHugePage : kAlignment;
  void* const data = std::aligned_alloc(alignment, round_up(bytes, alignment));
  if (data == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (bytes >= kHugePage) (void)::madvise(data, bytes, MADV_HUGEPAGE);  // a wish: without it too
#endif
  return static_cast<std::byte*>(data);
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

/// Memory that blocks are cut from, one behind the other.
struct Slab {
  std::size_t cut = 0;   // bytes
  index_t num_used = 0;  // blocks
};

class Pool {
 public:
  std::byte* take(std::size_t block) {
    const std::lock_guard lock(mutex_);
    std::byte* data = take_waiting(block);
    if (data == nullptr) {
      data = is_cut(block) ? cut_from_slab(block) : system_memory(block);
      counts_.system_allocations += 1;
      counts_.held_bytes += static_cast<index_t>(block);
    }
    if (is_cut(block)) slab_of(data).num_used += 1;
    counts_.used_bytes += static_cast<index_t>(block);
    counts_.peak_used_bytes = std::max(counts_.peak_used_bytes, counts_.used_bytes);
    return data;
  }

  void put_back(std::byte* data, std::size_t block) noexcept {
    const std::lock_guard lock(mutex_);
    counts_.used_bytes -= static_cast<index_t>(block);
    if (is_cut(block)) slab_of(data).num_used -= 1;
    try {
      waiting_[block].push_back({data, this_thread()});
    } catch (const std::bad_alloc&) {
      counts_.held_bytes -= static_cast<index_t>(block);
      if (!is_cut(block)) std::free(data);
    }
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (auto& [block, waiting] : waiting_)
      counts_.held_bytes -= static_cast<index_t>(block) * release_blocks(block, waiting);
    std::erase_if(slabs_, [](const auto& slab) {
      if (slab.second.num_used > 0) return false;
      std::free(slab.first);
      return true;
    });
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
  static bool is_cut(std::size_t block) {
    return kHasSlabs && block >= kSmallestCut && block < kHugePage;
  }

  /// The newest of this thread's own: another's would be fetched from its core line by line. Null
  /// if no block of the size waits.
  std::byte* take_waiting(std::size_t block) {
    std::vector<WaitingBlock>& waiting = waiting_[block];
    if (waiting.empty()) return nullptr;
    const void* const me = this_thread();
    const auto own = std::find_if(waiting.rbegin(), waiting.rend(),
                                  [me](const WaitingBlock& w) { return w.owner == me; });
    if (own != waiting.rend()) std::swap(*own, waiting.back());
    std::byte* data = waiting.back().data;
    waiting.pop_back();
    return data;
  }

  std::byte* cut_from_slab(std::size_t block) {
    auto place = std::find_if(slabs_.begin(), slabs_.end(),
                              [&](const auto& slab) { return kSlab - slab.second.cut >= block; });
    if (place == slabs_.end()) place = slabs_.emplace(system_memory(kSlab), Slab{}).first;
    std::byte* const data = place->first + place->second.cut;
    place->second.cut += block;
    return data;
  }

  Slab& slab_of(const std::byte* data) {
    return std::prev(slabs_.upper_bound(const_cast<std::byte*>(data)))->second;
  }

  /// Forgets the waiting blocks that can go back to the system; returns their number.
  index_t release_blocks(std::size_t block, std::vector<WaitingBlock>& waiting) {
    return static_cast<index_t>(std::erase_if(waiting, [&](const WaitingBlock& each) {
      if (is_cut(block)) return slab_of(each.data).num_used == 0;
      std::free(each.data);
      return true;
    }));
  }

  std::mutex mutex_;
  std::map<std::size_t, std::vector<WaitingBlock>> waiting_;
  std::map<std::byte*, Slab> slabs_;
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
