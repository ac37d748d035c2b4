#include "pj/core/files.h"

#include <doctest/doctest.h>

#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using pj::testing::TempFolder;

TEST_SUITE_BEGIN("files");

TEST_CASE("an atomic write replaces the content and leaves nothing else") {
  const TempFolder folder;
  const fs::path path = folder.path() / "deep" / "file.txt";
  pj::write_file_atomically(path, "old");
  pj::write_file_atomically(path, std::string("new\0bytes", 9));
  CHECK(pj::read_file(path) == std::string("new\0bytes", 9));
  CHECK(std::distance(fs::directory_iterator(path.parent_path()), {}) == 1);
}

TEST_CASE("a write that fails half-way keeps the old file and removes its own") {
  const TempFolder folder;
  const fs::path path = folder.path() / "file.txt";
  pj::write_file_atomically(path, "old");
  CHECK_THROWS_AS(pj::write_file_atomically(path,
                                            [](std::ostream& out) {
                                              out << "half";
                                              throw pj::ValueError("stop");
                                            }),
                  pj::ValueError);
  CHECK(pj::read_file(path) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a missing file and a folder are refused with path and reason") {
  const TempFolder folder;
  const std::string missing = (folder.path() / "missing").string();
  CHECK_THROWS_WITH_AS(pj::read_file(missing),
                       (missing + ": cannot open: No such file or directory").c_str(), pj::IoError);
  CHECK_THROWS_AS(pj::read_file(folder.path()), pj::IoError);
}

TEST_CASE("appended texts follow each other") {
  const TempFolder folder;
  const fs::path path = folder.path() / "rows.csv";
  pj::append_to_file(path, "a\n");
  pj::append_to_file(path, "b\n");
  CHECK(pj::read_file(path) == "a\nb\n");
}

TEST_CASE("a locked folder is refused until the lock ends") {
  const TempFolder folder;
  {
    const pj::FolderLock lock(folder.path());
    CHECK_THROWS_AS(pj::FolderLock(folder.path()), pj::ValueError);
  }
  CHECK_NOTHROW(pj::FolderLock(folder.path()));
}

TEST_SUITE_END();
