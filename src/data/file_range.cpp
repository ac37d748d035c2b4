#include "file_range.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace pj {
namespace fs = std::filesystem;
namespace {

class OpenFile {
 public:
  // Without O_NONBLOCK, opening a pipe would wait for its writer instead of being refused.
  explicit OpenFile(const fs::path& path)
      : fd_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (fd_ < 0) throw IoError(message(path.string(), ": cannot open: ", system_error_text(errno)));
  }
  ~OpenFile() { ::close(fd_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int fd() const { return fd_; }

 private:
  int fd_;
};

}  // namespace

index_t readable_size(const fs::path& path) {
  const OpenFile file(path);
  struct stat status {};
  const int error_number = ::fstat(file.fd(), &status) == 0 ? 0 : errno;
  require<IoError>(error_number == 0, path.string(),
                   ": cannot read: ", system_error_text(error_number));
  require<IoError>(S_ISREG(status.st_mode), path.string(), ": must be a regular file");
  return status.st_size;
}

void read_range(const fs::path& path, index_t offset, index_t size, std::string& bytes) {
  const OpenFile file(path);
  bytes.resize(static_cast<std::size_t>(size));
  for (index_t done = 0; done < size;) {
    const ssize_t got = ::pread(file.fd(), bytes.data() + done,
                                static_cast<std::size_t>(size - done), offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw FileFault(path, offset + done, "cannot read: " + system_error_text(errno));
    if (got == 0) throw FileFault(path, offset + done, "the file ends here, it became shorter");
    done += got;
  }
}

}  // namespace pj
