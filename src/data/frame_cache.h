#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "pj/core/error.h"

namespace pj {

/// The last used frames, by shard and frame, never more raw bytes than the limit. Threads may share
/// it; a frame two of them miss at once is decoded by both.
class FrameCache {
 public:
  using Key = std::pair<std::size_t, index_t>;
  /// A frame's bytes, in memory of the pool: fresh memory would cost more than decoding does.
  struct Bytes {
    std::shared_ptr<std::byte> data;
    index_t size = 0;

    std::string_view view() const { return {text(), static_cast<std::size_t>(size)}; }
    std::span<char> room() const { return {text(), static_cast<std::size_t>(size)}; }

   private:
    char* text() const { return reinterpret_cast<char*>(data.get()); }
  };

  explicit FrameCache(index_t limit) : limit_(limit) {}

  /// The frame's `size` bytes, from the cache or from `decode`, which runs outside the lock.
  Bytes get(Key key, index_t size, const std::function<void(std::span<char>)>& decode);

  index_t size() const;

 private:
  struct Entry {
    Key key;
    Bytes bytes;
  };

  std::optional<Bytes> find(const Key& key);
  void insert(const Key& key, const Bytes& bytes);

  mutable std::mutex mutex_;
  index_t limit_, size_ = 0;
  std::list<Entry> entries_;  // the last used first
  std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace pj
