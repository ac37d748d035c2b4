#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "pj/core/error.h"

namespace pj {

/// The last used frames, by shard and frame, never more raw bytes than the limit. Threads may share
/// it; a frame two of them miss at once is decoded by both.
class FrameCache {
 public:
  using Key = std::pair<std::size_t, index_t>;
  using Bytes = std::shared_ptr<const std::string>;

  explicit FrameCache(index_t limit) : limit_(limit) {}

  /// The frame's bytes, from the cache or from `decode`, which runs outside the lock.
  Bytes get(Key key, const std::function<void(std::string&)>& decode);

  index_t size() const;

 private:
  struct Entry {
    Key key;
    Bytes bytes;
  };

  Bytes find(const Key& key);
  void insert(const Key& key, const Bytes& bytes);

  mutable std::mutex mutex_;
  index_t limit_, size_ = 0;
  std::list<Entry> entries_;  // the last used first
  std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace pj
