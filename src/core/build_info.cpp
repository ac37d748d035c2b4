#include "pj/core/build_info.h"

#include "pj/core/error.h"

namespace pj {
namespace {

std::string compiler() {
#if defined(__clang__)
  return message("Clang ", __clang_major__, ".", __clang_minor__, ".", __clang_patchlevel__);
#elif defined(__GNUC__)
  return message("GCC ", __GNUC__, ".", __GNUC_MINOR__, ".", __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::string vector_unit() {
#if defined(__AVX512F__)
  return "512 bits (AVX-512)";
#elif defined(__AVX2__)
  return "256 bits (AVX2)";
#elif defined(__AVX__)
  return "256 bits (AVX)";
#elif defined(__SSE2__)
  return "128 bits (SSE2)";
#elif defined(__ARM_NEON)
  return "128 bits (NEON)";
#else
  return "none";
#endif
}

}  // namespace

Facts build_facts() {
  return {{"version", PJ_VERSION},       {"revision", PJ_REVISION}, {"compiler", compiler()},
          {"build type", PJ_BUILD_TYPE}, {"target", PJ_TARGET},     {"vectors", vector_unit()}};
}

}  // namespace pj
