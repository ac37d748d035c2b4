#include <fcntl.h>
#include <unistd.h>

#include "bench_cases.h"
#include "bench_model.h"
#include "pj/core/clock.h"
#include "pj/core/threads.h"
#include "pj/data/batches.h"
#include "pj/data/corpus_writer.h"
#include "pj/data/motif.h"

namespace pj {
namespace {

namespace fs = std::filesystem;

/// A corpus of generated music as text in the plan's folder, made when first asked for: 100 MB, or
/// a tenth of that when quick. In a child, because memory it took would count for later ones.
fs::path bench_corpus(const BenchPlan& plan) {
  const fs::path folder = plan.folder / "corpus";
  if (fs::exists(folder)) return folder;
  const std::size_t size = plan.quick ? 10'000'000 : 100'000'000;
  (void)measure_in_child([&] {
    CorpusWriter writer(folder, {TokenType::u8, 256, "bytes", {}});
    writer.begin_document("motif");
    std::size_t written = 0;
    for (std::uint64_t seed = 0; written < size; ++seed) {
      const std::string text = motif_text(motif_bars(motif_corpora()[2], {8192, seed}));
      const std::string_view part = std::string_view(text).substr(0, size - written);
      writer.append(part);
      written += part.size();
    }
    writer.finish();
    return Samples{};
  });
  return folder;
}

/// Asks the system to forget the file's pages, so that a reader starts from the disk.
void drop_cached(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::fdatasync(file);
  ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
  ::close(file);
}

/// MB of raw tokens a second, every frame once on this thread.
double decode_rate(const Corpus& corpus) {
  const Stopwatch watch;
  std::string raw;
  double bytes = 0;
  for (const ShardReader& shard : corpus.shards())
    for (index_t k = 0; k < static_cast<index_t>(shard.frames().size()); ++k) {
      raw.resize(static_cast<std::size_t>(shard.frame(k).raw_size));
      shard.read_frame(k, raw);
      bytes += static_cast<double>(raw.size());
    }
  return bytes / 1e6 / watch.seconds();
}

/// Per cent of a training of rope that the loader costs once its cache is full: what the training
/// waits for batches, and what the loader's thread takes from the processors it computes on.
double loader_share(const Corpus& corpus, int steps) {
  constexpr index_t kFilling = 64;  // steps of 8 windows; the default cache holds 256 frames
  BatchSource batches(corpus, {512, 8, 0});
  BenchModel model("rope", 8, 512);
  for (index_t step = 0; step < kFilling; ++step) (void)batches.batch(step);
  (void)model.train();
  const auto cost = [&] {
    return batches.seconds_waited() + batches.seconds_worked() / num_threads();
  };
  const double before = cost();
  const Stopwatch watch;
  for (index_t step = 0; step < steps; ++step) {
    (void)batches.batch(kFilling + step);
    (void)model.train();
  }
  return 100 * (cost() - before) / watch.seconds();
}

}  // namespace

Samples measure_loader(const BenchPlan& plan) {
  const fs::path folder = bench_corpus(plan);
  Samples all;
  for (int round = 0; round < plan.rounds(3); ++round) {
    const Samples samples = measure_in_child([&] {
      set_num_threads(plan.threads);
      const Corpus corpus = Corpus::open({folder});
      const double first = decode_rate(corpus), again = decode_rate(corpus);
      return Samples{{"first", {first}},
                     {"again", {again}},
                     {"share", {loader_share(corpus, plan.quick ? 10 : 30)}}};
    });
    for (const auto& [name, values] : samples)
      all[name].insert(all[name].end(), values.begin(), values.end());
  }
  return all;
}

Samples measure_cold_start(const BenchPlan& plan) {
  const fs::path folder = bench_corpus(plan);
  return measure_command(plan,
                         {"train", "--data", folder.string(), "--steps", "1", "--batch", "8",
                          "--eval-lens", "1", "--eval-windows", "1", "--quiet", "--method", "rope"},
                         [&] {
                           for (const auto& entry : fs::directory_iterator(folder))
                             drop_cached(entry.path());
                         });
}

Samples measure_command(const BenchPlan& plan, const std::vector<std::string>& words,
                        const std::function<void()>& before) {
  const fs::path out = plan.folder / "out";
  std::vector<std::string> all = words;
  all.insert(all.end(), {"--out", out.string()});
  Samples samples;
  for (int round = 0; round < plan.rounds(5); ++round) {
    if (before) before();
    samples["seconds"].push_back(seconds_of_command(all));
    fs::remove_all(out);
  }
  return samples;
}

}  // namespace pj
