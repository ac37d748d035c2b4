#include "pack_bytes.h"

#include <algorithm>
#include <fstream>
#include <functional>

#include "pj/data/sha256.h"

namespace pj {
namespace {
namespace fs = std::filesystem;

void for_each_block(const fs::path& path, const std::function<void(std::string_view)>& visit) {
  std::ifstream in(path, std::ios::binary);
  require<IoError>(in.is_open(), path.string(), ": cannot open");
  std::string block(1 << 20, '\0');
  do {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    visit(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  } while (in);
  require<IoError>(in.eof(), path.string(), ": cannot read");
}

/// Counts line ends of two bytes across blocks.
class LineEnds {
 public:
  void see(std::string_view block) {
    for (const char c : block) {
      count_ += c == '\n' && last_ == '\r';
      last_ = c;
    }
  }
  index_t count() const { return count_; }

 private:
  char last_ = '\0';
  index_t count_ = 0;
};

}  // namespace

void pack_bytes(const fs::path& path, TokenSink& sink, PackReport& report) {
  Sha256 hash;
  LineEnds line_ends;
  std::uint64_t size = 0;
  std::string beginning;
  for_each_block(path, [&](std::string_view block) {
    if (size == 0) beginning = block.substr(0, 3);
    hash.update(block);
    line_ends.see(block);
    size += block.size();
  });
  if (size == 0) return report.skipped.push_back({path, "the file is empty"});
  const std::string name = path.filename().string();
  sink.add_source(name, size, hash.hex());
  sink.begin_document(name);
  for_each_block(path, [&](std::string_view block) { sink.append(as_tokens(block)); });
  if (beginning == "\xEF\xBB\xBF") ++report.warnings["byte-order mark kept"];
  if (line_ends.count() > 0) report.warnings["CRLF line ends kept"] += line_ends.count();
  report.num_tokens += static_cast<index_t>(size);
  ++report.num_files;
}

}  // namespace pj
