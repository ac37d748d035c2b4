#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "pj/core/files.h"

namespace fs = std::filesystem;

TEST_SUITE_BEGIN("layers");

namespace {

using Sources = std::map<std::string, std::string>;  // path from the repository's root -> text

/// What each layer may include besides itself; what those may include comes with them.
const std::map<std::string, std::vector<std::string>> kLayers = {
    {"core", {}},
    {"tensor", {"core"}},
    {"autograd", {"tensor"}},
    {"ops", {"autograd"}},
    {"nn", {"ops"}},
    {"position", {"nn"}},
    {"model", {"position"}},
    {"optim", {"autograd"}},
    {"data", {"core"}},
    {"report", {"core"}},
    {"train", {"model", "optim", "data", "report"}},  // a run writes its rows and its summary
    {"runner", {"train", "report"}},
    {"experiments", {"runner"}},
    {"cli", {"experiments"}},
    {"tests", {"cli"}},
};

/// Headers of libraries that only so many files may include, with that number.
const std::map<std::string, std::size_t> kOutsideHeaders = {
    {"cblas.h", 1}, {"zstd.h", 1}, {"omp.h", 1}};

std::string layer_of(const std::string& path) {
  std::istringstream in(path);
  std::string top, next;
  std::getline(in, top, '/');
  if (top != "include" && top != "src") return top;
  if (top == "include") std::getline(in, next, '/');
  std::getline(in, next, '/');
  return next;
}

bool may_include(const std::string& from, const std::string& to) {
  if (from == to) return true;
  for (const std::string& below : kLayers.at(from))
    if (may_include(below, to)) return true;
  return false;
}

/// Drops the next word, such as "#" or "include", and the blanks before it, if it stands there.
bool skip(std::string_view& line, std::string_view word) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(word)) return false;
  line.remove_prefix(word.size());
  return true;
}

std::vector<std::string> includes_of(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream in(text);
  for (std::string each; std::getline(in, each);) {
    std::string_view line = each;
    if (!skip(line, "#") || !skip(line, "include")) continue;
    if (skip(line, "<") || skip(line, "\""))
      found.emplace_back(line.substr(0, line.find_first_of(">\"")));
  }
  return found;
}

/// The file of this repository an include means; nothing for one of a library.
std::optional<std::string> resolve(const Sources& sources, const std::string& from,
                                   const std::string& include) {
  for (const fs::path& folder : {fs::path(from).parent_path(), fs::path("include"), fs::path("src"),
                                 fs::path("tests"), fs::path()}) {
    const std::string path = (folder / include).lexically_normal().generic_string();
    if (sources.contains(path)) return path;
  }
  return std::nullopt;
}

void find_circles(const std::map<std::string, std::vector<std::string>>& graph,
                  std::vector<std::string>& faults) {
  std::set<std::string> done;
  std::vector<std::string> trail;
  const std::function<void(const std::string&)> visit = [&](const std::string& file) {
    const auto again = std::find(trail.begin(), trail.end(), file);
    if (again != trail.end()) faults.push_back(file + " includes itself through " + trail.back());
    if (again != trail.end() || done.contains(file)) return;
    trail.push_back(file);
    for (const std::string& next : graph.at(file)) visit(next);
    trail.pop_back();
    done.insert(file);
  };
  for (const auto& [file, ignored] : graph) visit(file);
}

/// Every include that goes up, sideways or in a circle, as "FILE includes FILE: why not".
std::vector<std::string> layer_faults(const Sources& sources) {
  std::vector<std::string> faults;
  std::map<std::string, std::vector<std::string>> graph;
  std::map<std::string, std::vector<std::string>> outside;
  for (const auto& [path, text] : sources) {
    graph[path];
    if (!kLayers.contains(layer_of(path))) {
      faults.push_back(path + ": no layer is called " + layer_of(path));
      continue;
    }
    for (const std::string& include : includes_of(text)) {
      if (kOutsideHeaders.contains(include)) outside[include].push_back(path);
      const std::optional<std::string> target = resolve(sources, path, include);
      if (!target) {
        if (include.starts_with("pj/")) faults.push_back(path + " includes missing " + include);
        continue;
      }
      graph[path].push_back(*target);
      const std::string to = layer_of(*target);
      if (kLayers.contains(to) && !may_include(layer_of(path), to))
        faults.push_back(path + " includes " + *target + ": " + layer_of(path) +
                         " may not include " + to);
    }
  }
  for (const auto& [header, files] : outside)
    if (files.size() > kOutsideHeaders.at(header))
      for (const std::string& file : files)
        faults.push_back(file + " includes " + header + ", as another file does");
  find_circles(graph, faults);
  return faults;
}

Sources repository() {
  Sources sources;
  const fs::path root = PJ_SOURCE_DIR;
  for (const char* top : {"include", "src", "experiments", "tests"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp"))
        sources[entry.path().lexically_relative(root).generic_string()] =
            pj::read_file(entry.path());
    }
  }
  return sources;
}

using Faults = std::vector<std::string>;

}  // namespace

TEST_CASE("no include of this repository reaches up, sideways or in a circle") {
  const Sources sources = repository();
  CHECK(sources.size() > 20);
  for (const std::string& fault : layer_faults(sources)) FAIL_CHECK(fault);
}

TEST_CASE("an include upwards or sideways is named") {
  const Sources sources = {{"include/pj/core/error.h", ""},
                           {"include/pj/ops/mul.h", "#include \"pj/core/error.h\"\n"},
                           {"include/pj/data/shard.h", "  #  include <pj/report/csv.h>\n"},
                           {"include/pj/report/csv.h", ""},
                           {"src/tensor/shape.cpp", "#include \"pj/ops/mul.h\"\n"},
                           {"src/optim/loop.cpp", "#include \"pj/report/csv.h\"\n"},
                           {"experiments/a.cpp", "#include \"pj/report/csv.h\"\n"},
                           {"tests/a_test.cpp", "#include \"pj/ops/mul.h\"\n"}};
  CHECK(layer_faults(sources) ==
        Faults{
            "include/pj/data/shard.h includes include/pj/report/csv.h: data may not include report",
            "src/optim/loop.cpp includes include/pj/report/csv.h: optim may not include report",
            "src/tensor/shape.cpp includes include/pj/ops/mul.h: tensor may not include ops"});
}

TEST_CASE("circles, unknown layers and missing headers are named") {
  CHECK(layer_faults({{"src/ops/a.h", "#include \"b.h\""}, {"src/ops/b.h", "#include \"a.h\""}}) ==
        Faults{"src/ops/a.h includes itself through src/ops/b.h"});
  CHECK(layer_faults({{"src/util/a.h", ""}}) == Faults{"src/util/a.h: no layer is called util"});
  CHECK(layer_faults({{"src/ops/a.cpp", "#include \"pj/ops/gone.h\""}}) ==
        Faults{"src/ops/a.cpp includes missing pj/ops/gone.h"});
}

TEST_CASE("a library's header in a second file is named in both") {
  CHECK(layer_faults(
            {{"src/data/a.cpp", "#include <zstd.h>"}, {"src/tensor/b.cpp", "#include <cblas.h>"}})
            .empty());
  CHECK(layer_faults(
            {{"src/data/a.cpp", "#include <zstd.h>"}, {"src/data/b.cpp", "#include <zstd.h>"}}) ==
        Faults{"src/data/a.cpp includes zstd.h, as another file does",
               "src/data/b.cpp includes zstd.h, as another file does"});
}

TEST_SUITE_END();
