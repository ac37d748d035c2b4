#include "report_parts.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pj/report/chart.h"
#include "pj/report/html.h"
#include "pj/runner/results_folder.h"

namespace pj {
namespace {

std::string shell_word(const std::string& text) {
  constexpr const char* kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!text.empty() && text.find_first_not_of(kSafe) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

void add_settings(Table& table, const Json& settings) {
  if (!settings.is_object()) return;
  for (const auto& [name, value] : settings.items()) {
    if (value.is_object()) {
      add_settings(table, value);
    } else {
      table.add({name, setting_text(value)});
    }
  }
}

bool has_points(const Figure& figure) {
  return std::any_of(figure.series.begin(), figure.series.end(), [&](const Series& series) {
    return std::any_of(series.y.begin(), series.y.end(),
                       [&](double y) { return std::isfinite(y) && (!figure.y.log || y > 0); });
  });
}

}  // namespace

std::string heading_html(int level, const std::string& id, const std::string& text) {
  return message("<h", level, " id=\"", html_escape(id), "\">", html_escape(text), "</h", level,
                 ">\n");
}

std::string anchor_of(const std::string& name) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string anchor = "x-";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '-' || c == '/')
      anchor += c;
    else
      anchor += {'.', kHex[byte >> 4], kHex[byte & 15]};
  }
  return anchor;
}

std::string details_html(const std::string& title, const std::string& html) {
  return "<details><summary>" + html_escape(title) + "</summary>\n" + html + "</details>\n";
}

std::string command_html(const std::string& command) {
  std::string html;
  for (std::size_t at = 0, end = 0; at < command.size(); at = end) {
    end = std::min(command.find_first_of(" \n", at) + 1, command.size());
    if (end == 0) end = command.size();
    const std::string word = html_escape(command.substr(at, end - at));
    html += word.starts_with("--") ? "<span>" + word + "</span>" : word;  // not cut at its dashes
  }
  return "<pre><code>" + html + "</code></pre>\n";
}

std::string command_line(const std::string& command, const Json& flags,
                         const std::vector<Option>& options) {
  std::string line = command;
  if (!flags.is_object()) return line;
  for (const auto& [name, value] : flags.items()) {
    const std::string text = setting_text(value), flag = name;
    const Json& given = value;  // Clang 14 lets no lambda see a structured binding
    const bool at_default = std::any_of(options.begin(), options.end(), [&](const Option& option) {
      return option.name == flag && json_settings(Arguments({option}))[flag] == given;
    });
    if (at_default || text.empty() || value == false || name == "resume") continue;
    line += " --" + name + (value == true ? "" : " " + shell_word(text));
  }
  return line;
}

std::string settings_html(const Json& settings, const std::string& caption) {
  Table table({{"name"}, {"value"}});
  add_settings(table, settings);
  return html_table(table, caption);
}

std::string charts_html(const std::vector<Figure>& figures) {
  std::string html;
  for (const Figure& figure : figures)
    if (has_points(figure)) html += chart_html(figure);
  return html.empty() ? "" : "<div class=\"charts\">\n" + html + "</div>\n";
}

}  // namespace pj
