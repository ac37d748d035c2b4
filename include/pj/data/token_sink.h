#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pj {

/// What takes the tokens of a corpus in order, a document at a time; a writer of shards is one.
class TokenSink {
 public:
  virtual ~TokenSink() = default;

  /// The tokens from here to the next document belong to the one of this title.
  virtual void begin_document(std::string_view title) = 0;
  virtual void append(std::span<const std::uint8_t> tokens) = 0;
  virtual void append(std::span<const std::uint16_t> tokens) = 0;

  /// Names a file the tokens come from, its size in bytes and its hash.
  virtual void add_source(std::string_view name, std::uint64_t size,
                          std::string_view sha256_hex) = 0;
};

}  // namespace pj
