#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pj {

/// SHA-256 of bytes that come in pieces.
///
///   Sha256 hash; hash.update("a"); hash.update("bc"); hash.hex() == sha256_hex("abc")
///
/// source    FIPS 180-4
class Sha256 {
 public:
  Sha256();

  void update(std::string_view bytes);

  /// The digest of everything so far as 64 lower-case hexadecimal digits; more may follow.
  std::string hex() const;

 private:
  void pad();

  std::array<std::uint32_t, 8> state_;
  std::array<unsigned char, 64> block_{};
  std::uint64_t length_ = 0;  // bytes seen; length_ % 64 of them wait in block_
};

/// The digest of one text.
std::string sha256_hex(std::string_view bytes);

}  // namespace pj
