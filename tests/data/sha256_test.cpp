#include "pj/data/sha256.h"

#include <doctest/doctest.h>

#include <string>

using pj::sha256_hex;

TEST_SUITE_BEGIN("sha256");

TEST_CASE("the published test vectors come out") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("pieces of any size give the digest of the whole") {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  for (std::size_t size = 1; size < 200; ++size) {
    pj::Sha256 hash;
    for (std::size_t at = 0; at < text.size(); at += size) hash.update(text.substr(at, size));
    CHECK(hash.hex() == sha256_hex(text));
  }
}

TEST_CASE("asking for the digest does not end the stream") {
  pj::Sha256 hash;
  hash.update("a");
  (void)hash.hex();
  hash.update("bc");
  CHECK(hash.hex() == sha256_hex("abc"));
}

TEST_SUITE_END();
