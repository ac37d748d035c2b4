#include "pj/core/buffer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using pj::acquire_buffer;
using pj::buffer_counts;
using pj::index_t;

namespace {

// Single blocks, blocks cut from slabs, and blocks of huge pages of their own.
const std::vector<std::size_t> kSizes = {100, 5000, 70'000, 300'000, 1'500'000, 3'000'000};

#ifdef __SANITIZE_ADDRESS__
constexpr bool kHasSlabs = false;
#else
constexpr bool kHasSlabs = true;
#endif

}  // namespace

TEST_SUITE_BEGIN("buffer");

TEST_CASE("blocks of all sizes are aligned and lie apart") {
  std::vector<std::shared_ptr<std::byte>> blocks;
  for (int round = 0; round < 5; ++round)
    for (const std::size_t size : kSizes) {
      blocks.push_back(acquire_buffer(size));
      CHECK(reinterpret_cast<std::uintptr_t>(blocks.back().get()) % 64 == 0);
      std::fill_n(blocks.back().get(), size, static_cast<std::byte>(blocks.size()));
    }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::byte* const data = blocks[i].get();
    const std::size_t size = kSizes[i % kSizes.size()];
    CHECK(std::count(data, data + size, static_cast<std::byte>(i + 1)) ==
          static_cast<std::ptrdiff_t>(size));
  }
}

TEST_CASE("a freed block of any size is used again") {
  for (const std::size_t size : kSizes) {
    const std::byte* const first = acquire_buffer(size).get();
    const index_t before = buffer_counts().system_allocations;
    CHECK(acquire_buffer(size).get() == first);
    CHECK(buffer_counts().system_allocations == before);
  }
}

TEST_CASE("a slab goes back to the system when none of its blocks is used" *
          doctest::skip(!kHasSlabs)) {
  pj::release_unused_buffers();
  const index_t used = buffer_counts().used_bytes, held = buffer_counts().held_bytes;
  auto stays = acquire_buffer(300'000);
  (void)acquire_buffer(300'000);
  (void)acquire_buffer(3'000'000);
  const index_t block = buffer_counts().used_bytes - used;
  CHECK(block >= 300'000);
  CHECK(buffer_counts().held_bytes - held > 3'000'000 + 2 * block);
  pj::release_unused_buffers();
  CHECK(buffer_counts().held_bytes - held == 2 * block);  // both are in the slab
  stays.reset();
  pj::release_unused_buffers();
  CHECK(buffer_counts().held_bytes == held);
  CHECK(buffer_counts().used_bytes == used);
}

TEST_SUITE_END();
