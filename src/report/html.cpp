#include "pj/report/html.h"

#include <algorithm>
#include <sstream>

namespace pj {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kLongText = 36;  // bytes

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// `[text](#id)` at the start of a text: its length, or nothing.
std::size_t link_length(std::string_view text) {
  const std::size_t middle = text.find("](#"), end = text.find(')');
  return middle < end && end < text.size() && middle < text.find('[', 1) ? end + 1 : 0;
}

/// Escaped, with code between pairs of backticks, and links within the page.
std::string inline_html(std::string_view text) {
  std::string html;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of("`[", at), text.size());
    html += html_escape(text.substr(at, next - at));
    at = next;
    if (at == text.size()) break;
    const std::string_view rest = text.substr(at);
    const std::size_t close = rest.find('`', 1), length = link_length(rest);
    if (rest[0] == '`' && close != rest.npos) {
      html += "<code>" + html_escape(rest.substr(1, close - 1)) + "</code>";
      at += close + 1;
    } else if (rest[0] == '[' && length > 0) {
      const std::size_t middle = rest.find("](#");
      html += "<a href=\"" + html_escape(rest.substr(middle + 2, length - middle - 3)) + "\">" +
              html_escape(rest.substr(1, middle - 1)) + "</a>";
      at += length;
    } else {
      html += rest[0];
      ++at;
    }
  }
  return html;
}

/// What the style sheet does with a cell: numbers to the right, long texts in a column of some
/// width.
const char* cell_class(const std::string& cell, bool right) {
  if (right) return " class=\"n\">";
  const std::size_t shown = std::min(cell.find("](#"), cell.size());  // a link's target is not
  return shown > kLongText ? " class=\"t\">" : ">";
}

std::string row_html(const Texts& cells, const std::vector<bool>& right, bool header) {
  std::string html = "<tr>";
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const bool head = header || c == 0;
    html += head ? (header ? "<th scope=\"col\"" : "<th scope=\"row\"") : "<td";
    html += cell_class(cells[c], c < right.size() && right[c]);
    html += inline_html(cells[c]) + (head ? "</th>" : "</td>");
  }
  return html + "</tr>\n";
}

/// A pipe table's lines: the header, the rule, then the rows.
std::string pipe_table_html(const Texts& lines, std::string_view caption) {
  std::vector<bool> right;
  if (lines.size() > 1)
    for (const std::string& rule : markdown_cells(lines[1]))
      right.push_back(!rule.empty() && rule.back() == ':');
  std::string html = "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                     html_escape(caption) + "\"><table>\n";
  html += "<caption><span>" + inline_html(caption) + "</span></caption>\n";
  html += "<thead>" + row_html(markdown_cells(lines[0]), right, true) + "</thead>\n<tbody>\n";
  for (std::size_t r = 2; r < lines.size(); ++r)
    html += row_html(markdown_cells(lines[r]), right, false);
  return html + "</tbody></table></div>\n";
}

/// Turns a document into HTML line by line; a block is held back until a line ends it.
class MarkdownReader {
 public:
  MarkdownReader(int level, const ImageHtml& image, std::string_view caption)
      : level_(level), image_(image), heading_(caption) {}

  std::string html(std::string_view markdown) {
    std::istringstream in{std::string(markdown)};
    for (std::string line; std::getline(in, line);) read(line);
    end_blocks();
    return html_;
  }

 private:
  void read(const std::string& line) {
    const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
    const std::size_t file = line.find("](");
    if (starts_with(line, "|")) {
      table_.push_back(line);
    } else if (starts_with(line, "- ")) {
      end_table();
      end_paragraph();
      list_ += "<li>" + inline_html(line.substr(2)) + "</li>\n";
    } else if (marks > 0 && line.substr(marks, 1) == " ") {
      end_blocks();
      const std::string tag = message("h", std::min(level_ + static_cast<int>(marks) - 1, 6), ">");
      heading_ = line.substr(marks + 1);
      html_ += "<" + tag + inline_html(heading_) + "</" + tag + "\n";
    } else if (starts_with(line, "![") && file != std::string::npos && line.back() == ')') {
      end_blocks();
      html_ += image_(line.substr(2, file - 2), line.substr(file + 2, line.size() - file - 3));
    } else if (line.empty()) {
      end_table();
      end_list();
      ended_ = true;
    } else {
      if (ended_) end_blocks();
      end_table();
      end_list();
      paragraph_ += (paragraph_.empty() ? "" : " ") + line;
    }
    if (!line.empty()) ended_ = false;
  }

  void end_table() {
    if (table_.empty()) return;
    html_ += pipe_table_html(table_, paragraph_.empty() ? heading_ : paragraph_);
    paragraph_.clear();
    table_.clear();
  }
  void end_list() {
    if (!list_.empty()) html_ += "<ul>\n" + list_ + "</ul>\n";
    list_.clear();
  }
  void end_paragraph() {
    if (!paragraph_.empty()) html_ += "<p>" + inline_html(paragraph_) + "</p>\n";
    paragraph_.clear();
  }
  void end_blocks() {
    end_table();
    end_list();
    end_paragraph();
  }

  int level_;
  const ImageHtml& image_;
  std::string heading_, html_, paragraph_, list_;
  Texts table_;
  bool ended_ = false;  // by an empty line, the paragraph that may still become a caption
};

}  // namespace

std::vector<std::string> markdown_cells(const std::string& line) {
  Texts cells;
  std::string cell;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\' && at + 1 < line.size() && line[at + 1] == '|') {
      cell += line[++at];
    } else if (line[at] == '|') {
      cells.push_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[at];
    }
  }
  return cells;
}

std::string html_escape(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\'':
        html += "&#39;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string html_table(const Table& table, std::string_view caption) {
  std::istringstream in(table.markdown());
  Texts lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return pipe_table_html(lines, caption);
}

std::string markdown_html(std::string_view markdown, int level, const ImageHtml& image,
                          std::string_view caption) {
  return MarkdownReader(level, image, caption).html(markdown);
}

std::string svg_image(std::string_view svg, std::string_view description) {
  constexpr std::string_view kHex = "0123456789ABCDEF", kPlain = " -._~/=:;,()";
  std::string html = "<img class=\"card\" src=\"data:image/svg+xml,";
  for (const char c : svg) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                       kPlain.find(c) != std::string_view::npos;
    if (plain) {
      html += c;
    } else {
      html += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return html + "\" alt=\"" + html_escape(description) + "\">\n";
}

}  // namespace pj
