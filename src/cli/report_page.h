#pragma once

#include <string>
#include <vector>

#include "report_experiment.h"
#include "report_kernels.h"
#include "report_runs.h"

namespace pj {

struct ReportContent {
  std::string title;
  std::vector<ReportedExperiment> experiments;
  std::vector<ReportedRun> runs;
  std::vector<ReportedKernels> kernels;
  std::vector<std::string> left_out;  // messages of what could not be read
  std::vector<Option> train_options;  // of `pjrope train`, whose defaults commands leave out
};

/// Language, music, text and music, light cone, query, kernels, whole trainings, others.
std::vector<const ReportedExperiment*> in_order(const ReportContent& content);

/// One HTML page that asks for nothing outside itself, in the reader's choice of light and dark:
/// contents, what ran, all claims, then the experiments by group, learned kernels and trainings.
std::string report_page(const ReportContent& content);

}  // namespace pj
