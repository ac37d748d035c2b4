#pragma once

#include <string>
#include <vector>

#include "pj/core/options.h"
#include "pj/report/figure.h"
#include "pj/report/json.h"

namespace pj {

/// Parts that several sections of the page have.

/// A heading that links can go to.
std::string heading_html(int level, const std::string& id, const std::string& text);

/// Fit for an id, another for every name: what is no letter, digit, dash or slash is written as its
/// code, and a prefix keeps it from the page's own ids.
std::string anchor_of(const std::string& name);

/// A block that opens when it is asked for.
std::string details_html(const std::string& title, const std::string& html);

/// A command in a box of its own.
std::string command_html(const std::string& command);

/// The command with the flags of a configuration, as one would type it; those at the default of
/// `options` are left out.
std::string command_line(const std::string& command, const Json& flags,
                         const std::vector<Option>& options);

/// Names and values of all settings inside `settings`, in two columns.
std::string settings_html(const Json& settings, const std::string& caption);

/// Drawings beside each other; a figure without a point is left out.
std::string charts_html(const std::vector<Figure>& figures);

}  // namespace pj
