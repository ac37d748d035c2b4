#include "frame_cache.h"

#include "pj/core/buffer.h"

namespace pj {

FrameCache::Bytes FrameCache::get(Key key, index_t size,
                                  const std::function<void(std::span<char>)>& decode) {
  if (const std::optional<Bytes> kept = find(key)) return *kept;
  const Bytes bytes{acquire_buffer(static_cast<std::size_t>(size)), size};
  decode(bytes.room());
  insert(key, bytes);
  return bytes;
}

index_t FrameCache::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

std::optional<FrameCache::Bytes> FrameCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->bytes;
}

void FrameCache::insert(const Key& key, const Bytes& bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes.size > limit_ || places_.contains(key)) return;
  while (size_ + bytes.size > limit_) {
    size_ -= entries_.back().bytes.size;
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
  entries_.push_front({key, bytes});
  places_[key] = entries_.begin();
  size_ += bytes.size;
}

}  // namespace pj
