#include "frame_cache.h"

namespace pj {

FrameCache::Bytes FrameCache::get(Key key, const std::function<void(std::string&)>& decode) {
  if (Bytes kept = find(key)) return kept;
  const auto bytes = std::make_shared<std::string>();
  decode(*bytes);
  insert(key, bytes);
  return bytes;
}

index_t FrameCache::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

FrameCache::Bytes FrameCache::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, place->second);
  return place->second->bytes;
}

void FrameCache::insert(const Key& key, const Bytes& bytes) {
  const std::lock_guard lock(mutex_);
  const auto added = static_cast<index_t>(bytes->size());
  if (added > limit_ || places_.contains(key)) return;
  while (size_ + added > limit_) {
    size_ -= static_cast<index_t>(entries_.back().bytes->size());
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
  entries_.push_front({key, bytes});
  places_[key] = entries_.begin();
  size_ += added;
}

}  // namespace pj
