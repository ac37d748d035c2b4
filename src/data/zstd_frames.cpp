#include "pj/data/zstd_frames.h"

#include <zstd.h>

#include <limits>
#include <memory>
#include <new>
#include <vector>

#include "little_endian.h"

namespace pj {
namespace {

struct Free {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

std::size_t checked(std::size_t result, const char* where) {
  require<ValueError>(ZSTD_isError(result) == 0, where, ": ", ZSTD_getErrorName(result));
  return result;
}

template <class Context>
std::unique_ptr<Context, Free> owned(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return std::unique_ptr<Context, Free>(context);
}

// A context is large and costs more than a small frame, so every thread keeps its own.
ZSTD_CCtx* compressor() {
  thread_local const auto context = owned(ZSTD_createCCtx());
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local const auto context = owned(ZSTD_createDCtx());
  return context.get();
}

bool is_skippable(std::uint32_t magic) { return (magic & 0xFFFFFFF0) == kHeaderMagic; }

}  // namespace

std::string compress_frame(std::string_view raw, int level) {
  require<ValueError>(level >= 1 && level <= ZSTD_maxCLevel(),
                      "compress_frame: level must be between 1 and ", ZSTD_maxCLevel(), ", got ",
                      level);
  ZSTD_CCtx* const context = compressor();
  checked(ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters), "compress_frame");
  checked(ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level), "compress_frame");
  checked(ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1), "compress_frame");
  std::string frame(ZSTD_compressBound(raw.size()), '\0');
  frame.resize(checked(ZSTD_compress2(context, frame.data(), frame.size(), raw.data(), raw.size()),
                       "compress_frame"));
  return frame;
}

std::string skippable_frame(std::uint32_t magic, std::string_view payload) {
  require<ValueError>(payload.size() <= std::numeric_limits<std::uint32_t>::max(),
                      "skippable_frame: payload must be at most 4 GiB, got ", payload.size());
  std::string frame;
  store(frame, magic);
  store(frame, static_cast<std::uint32_t>(payload.size()));
  return frame.append(payload);
}

FrameInfo inspect_frame(std::string_view bytes) {
  require<ValueError>(bytes.size() >= 8, "a frame has at least 8 bytes, got ", bytes.size());
  const auto magic = load<std::uint32_t>(bytes, 0);
  FrameInfo info;
  info.skippable = is_skippable(magic);
  require<ValueError>(info.skippable || magic == kZstdMagic, "not the magic number of a frame");
  info.size = checked(ZSTD_findFrameCompressedSize(bytes.data(), bytes.size()), "zstd");
  const unsigned long long content = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  require<ValueError>(content != ZSTD_CONTENTSIZE_ERROR, "frame header is damaged");
  if (content != ZSTD_CONTENTSIZE_UNKNOWN) info.content_size = content;
  constexpr unsigned kChecksumFlag = 4;  // of the descriptor behind the magic number
  info.has_checksum = !info.skippable && (static_cast<unsigned char>(bytes[4]) & kChecksumFlag);
  return info;
}

std::size_t decompress_frame(std::string_view frame, std::span<char> out) {
  const FrameInfo info = inspect_frame(frame);
  require<ValueError>(info.size == frame.size(), "frame has ", info.size, " bytes of the ",
                      frame.size(), " it must fill");
  require<ValueError>(!info.content_size || *info.content_size <= out.size(), "frame claims ",
                      info.content_size.value_or(0), " bytes of content, at most ", out.size(),
                      " are allowed");
  return checked(
      ZSTD_decompressDCtx(decompressor(), out.data(), out.size(), frame.data(), frame.size()),
      "zstd");
}

StreamProbe probe_stream(std::string_view bytes) {
  constexpr int kLargestWindow = 23;  // 8 MiB: what zstd asks every decoder to support
  const auto context = owned(ZSTD_createDCtx());
  checked(ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, kLargestWindow), "probe");
  std::vector<char> buffer(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer out = {buffer.data(), buffer.size(), 0};
  StreamProbe probe;
  while (in.pos < in.size || (out.pos == out.size && !probe.ended)) {
    out.pos = 0;
    const std::size_t result = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(result) != 0) {
      probe.fault = ZSTD_getErrorName(result);
      return probe;
    }
    probe.content_size += out.pos;
    probe.ended = result == 0;
    if (probe.ended) probe.frame_offset = in.pos;
  }
  return probe;
}

}  // namespace pj
