#include "report_kernels.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "pj/core/numbers.h"
#include "pj/core/warning.h"
#include "pj/report/csv.h"
#include "pj/train/load_model.h"

namespace pj {
namespace fs = std::filesystem;
namespace {

constexpr const char* kCheckpoint = "checkpoint.safetensors";
constexpr const char* kTablePrefix = "kernels_layer";
constexpr index_t kTrainLengthsShown = 4;
const std::vector<std::string> kAffineMethods = {"rope_ntk_affine", "affine", "rope_affine",
                                                 "rope_yarn_affine", "lc_affine"};

Series curve(const std::string& name, const std::vector<index_t>& lags,
             const std::vector<double>& values) {
  Series series{name, {}, values};
  for (const index_t lag : lags) series.x.push_back(static_cast<double>(lag));
  return series;
}

bool is_zero(const std::vector<double>& part) {
  return std::all_of(part.begin(), part.end(), [](double value) { return value == 0; });
}

Figure empty_figure(std::string title) {
  return {"", std::move(title), {"lag", "tokens", true}, {"bias of the logits"}, {}};
}

/// Where a run stands among those of its corpus: a smaller one is shown first.
std::tuple<std::size_t, index_t, index_t, std::string> rank(const ReportedRun& run) {
  const Json& train = run.record.config["identity"]["train"];
  const auto found = std::find(kAffineMethods.begin(), kAffineMethods.end(), run.record.method);
  return {static_cast<std::size_t>(found - kAffineMethods.begin()),
          -train["model"].value("max_order", index_t{0}), train.value("seed", index_t{0}),
          run.record.name};
}

/// "tinyshakespeare, trained at 512 tokens: full", where the run's name begins with its corpus, as
/// those of the experiments do.
std::string model_title(const ReportedRun& run, index_t train_len) {
  const std::string name = run.folder.filename().string();
  const std::size_t end = name.find(message("-", train_len, "-"));
  if (end == name.npos) return run.record.name;
  return message(name.substr(0, end), ", trained at ", train_len, " tokens: ", run.record.method);
}

ReportedKernels kernels_of_run(const ReportedRun& run) {
  const LoadedModel loaded = load_model(run.folder / kCheckpoint);
  const index_t train_len = loaded.model.config().train_len;
  const index_t window = kTrainLengthsShown * train_len;
  const std::vector<index_t> lags = log_spaced_lags(window);
  std::vector<LagKernel> kernels;
  for (const LagKernel& kernel : lag_kernels(loaded.model, window))
    kernels.push_back(kernel.at(lags));
  return {model_title(run, train_len), kernel_figures(kernels)};
}

}  // namespace

std::vector<Figure> kernel_figures(const std::vector<LagKernel>& kernels) {
  if (kernels.empty()) return {};
  Figure whole = empty_figure("Whole bias of every head"), affine = empty_figure("Its affine part");
  std::vector<Figure> oscillating;
  for (const LagKernel& kernel : kernels) {
    const std::string name = message("layer ", kernel.layer, ", head ", kernel.head);
    whole.series.push_back(curve(name, kernel.lags, kernel.bias));
    affine.series.push_back(curve(name, kernel.lags, kernel.affine));
    Figure figure = empty_figure("Oscillating parts of " + name);
    if (!is_zero(kernel.fj)) figure.series.push_back(curve("FJ", kernel.lags, kernel.fj));
    if (!is_zero(kernel.lc)) figure.series.push_back(curve("LC", kernel.lags, kernel.lc));
    if (!figure.series.empty()) oscillating.push_back(std::move(figure));
  }
  std::vector<Figure> figures = {std::move(whole)};
  if (oscillating.empty()) return figures;
  if (!std::all_of(kernels.begin(), kernels.end(),
                   [](const LagKernel& kernel) { return is_zero(kernel.affine); }))
    figures.push_back(std::move(affine));
  figures.insert(figures.end(), oscillating.begin(), oscillating.end());
  return figures;
}

std::vector<ReportedKernels> kernels_of_runs(const std::vector<ReportedRun>& runs) {
  // Per corpus and train length: the full method's run and an affine one's.
  std::map<std::string, std::array<const ReportedRun*, 2>> chosen;
  for (const ReportedRun& run : runs) {
    const bool full = run.record.method == "full";
    if (!full && std::get<0>(rank(run)) == kAffineMethods.size()) continue;
    if (run.training.y.empty() || !fs::exists(run.folder / kCheckpoint)) continue;
    const Json& identity = run.record.config["identity"];
    const std::string name = run.folder.filename().string();
    const std::string key = message(name.substr(0, name.find('-')), identity["corpus"].dump(),
                                    identity["train"]["model"]["train_len"].dump());
    const ReportedRun*& best = chosen[key][full ? 0 : 1];
    if (best == nullptr || rank(run) < rank(*best)) best = &run;
  }
  std::vector<ReportedKernels> all;
  for (const auto& [key, pair] : chosen)
    for (const ReportedRun* run : pair) {
      if (run == nullptr) continue;
      try {
        all.push_back(kernels_of_run(*run));
      } catch (const std::exception& error) {
        warn(message(error.what(), "; its kernels are left out"));
      }
    }
  return all;
}

ReportedKernels kernels_of_tables(const fs::path& folder, const std::string& title) {
  std::map<index_t, fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() != ".csv" || !stem.starts_with(kTablePrefix)) continue;
    if (const auto layer = parse_integer(stem.substr(std::string(kTablePrefix).size())))
      files[*layer] = entry.path();
  }
  std::vector<LagKernel> kernels;
  for (const auto& [layer, file] : files) {
    const CsvTable table = read_csv(file);
    const auto number = [&](const Row& row, const char* column) {
      return row[table.place(column)].number().value_or(0.0);
    };
    for (const Row& row : table.rows) {
      const auto head = static_cast<index_t>(number(row, "head"));
      if (kernels.empty() || kernels.back().layer != layer || kernels.back().head != head)
        kernels.push_back({layer, head, {}, {}, {}, {}, {}});
      LagKernel& kernel = kernels.back();
      kernel.lags.push_back(static_cast<index_t>(number(row, "lag")));
      kernel.bias.push_back(number(row, "bias"));
      kernel.fj.push_back(number(row, "fj"));
      kernel.affine.push_back(number(row, "affine"));
      kernel.lc.push_back(number(row, "lc"));
    }
  }
  return {title, kernel_figures(kernels)};
}

}  // namespace pj
