#pragma once

#include <string>

#include "report_page.h"

namespace pj {

/// What ran: a table of the experiments with their state, corpora and time, and one of the programs
/// and machines that made them.
std::string overview_html(const ReportContent& content);

/// The claims of all experiments in one table with their verdicts; empty without any.
std::string claims_html(const ReportContent& content);

}  // namespace pj
