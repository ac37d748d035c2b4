#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pj/model/lag_kernels.h"
#include "pj/report/figure.h"
#include "report_runs.h"

namespace pj {

/// The learned lag kernels of one model, as curves over log-spaced lags.
struct ReportedKernels {
  std::string title;
  std::vector<Figure> figures;
};

/// Of each corpus and train length the run of the full method and that of one affine method, as far
/// as they hold a checkpoint and were trained: those of the first seed and the highest order.
std::vector<ReportedKernels> kernels_of_runs(const std::vector<ReportedRun>& runs);

/// The kernels_layer*.csv that `pjrope inspect --csv` writes into a folder; no figures without any.
ReportedKernels kernels_of_tables(const std::filesystem::path& folder, const std::string& title);

/// The whole bias and its affine part, each in a chart of all heads, and a chart a head with its FJ
/// and LC parts, which are smaller by far. The affine sector alone needs but the first.
std::vector<Figure> kernel_figures(const std::vector<LagKernel>& kernels);

}  // namespace pj
