#include "pj/core/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>

namespace pj {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const fs::path& path, const char* action, int error_number) {
  throw IoError(message(path.string(), ": cannot ", action, ": ", system_error_text(error_number)));
}

void flush_to_disk(const fs::path& path, int open_flags) {
  const int fd = ::open(path.c_str(), open_flags | O_CLOEXEC);
  if (fd < 0) fail(path, "open", errno);
  const int status = ::fsync(fd);
  const int error_number = errno;
  ::close(fd);
  // Some file systems cannot flush a folder and say so with EINVAL; the file itself is flushed.
  if (status != 0 && error_number != EINVAL) fail(path, "flush", error_number);
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) fail(path, "read", EISDIR);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "open", errno != 0 ? errno : EIO);
  std::ostringstream content;
  content << in.rdbuf();
  if (in.bad()) fail(path, "read", errno != 0 ? errno : EIO);
  return std::move(content).str();
}

void write_file_atomically(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  std::error_code error;
  fs::create_directories(folder_of(path), error);
  if (error) fail(folder_of(path), "create folder", error.value());
  fs::path temporary = path;
  temporary += message(".tmp", ::getpid());
  try {
    errno = 0;
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    if (!out) fail(temporary, "create", errno != 0 ? errno : EIO);
    write(out);
    out.close();
    if (!out) fail(temporary, "write", errno != 0 ? errno : EIO);
    flush_to_disk(temporary, O_WRONLY);
    fs::rename(temporary, path, error);
    if (error) fail(path, "replace", error.value());
  } catch (...) {
    fs::remove(temporary, error);
    throw;
  }
  flush_to_disk(folder_of(path), O_RDONLY | O_DIRECTORY);
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  write_file_atomically(path, [content](std::ostream& out) {
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
  });
}

void append_to_file(const fs::path& path, std::string_view text) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) fail(path, "open", errno);
  const ssize_t written = ::write(fd, text.data(), text.size());
  const int error_number = errno;
  ::close(fd);
  if (written < 0) fail(path, "append", error_number);
  if (static_cast<std::size_t>(written) != text.size()) fail(path, "append", ENOSPC);
}

FolderLock::FolderLock(const fs::path& folder, LockWait wait)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail(folder, "open", errno);
  const int mode = wait == LockWait::kWait ? LOCK_EX : LOCK_EX | LOCK_NB;
  if (::flock(descriptor_, mode) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor_);
  throw ValueError(message(folder.string(),
                           ": folder must be free, got one that another process is writing to; "
                           "wait for it or choose another"));
}

FolderLock::~FolderLock() { ::close(descriptor_); }

}  // namespace pj
