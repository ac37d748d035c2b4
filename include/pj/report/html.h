#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pj/report/table.h"

namespace pj {

/// The text with `& < > " '` as entities: fit for an element's content and a quoted attribute.
std::string html_escape(std::string_view text);

/// `<table>` with its caption, in a region that scrolls, also by keyboard; the header cells are
/// `<th scope=col>`, the first cell of a row is `<th scope=row>`, cells of right-aligned columns
/// have the class `n` and long texts the class `t`. `code` and `[text](#id)` in cells and caption
/// are as in markdown_html.
std::string html_table(const Table& table, std::string_view caption);

/// HTML of an image that Markdown asks for by its text and file name; empty leaves it out.
using ImageHtml = std::function<std::string(const std::string& text, const std::string& file)>;

/// The Markdown that summaries are written in: `#` headings, paragraphs, pipe tables, `-` lists,
/// `![text](file)` lines, links `[text](#id)` within the page and code between backticks; all else
/// is shown as it stands, escaped. A paragraph directly above a table becomes its caption, else the
/// heading above it is, else `caption`. `#` is written as `<hN>` of N = `level`.
std::string markdown_html(std::string_view markdown, int level, const ImageHtml& image,
                          std::string_view caption = "Table");

/// The cells of a line `| a | b\|c |` of a pipe table: "a" and "b|c".
std::vector<std::string> markdown_cells(const std::string& line);

/// An SVG document as an `<img>` that holds it: it shows without a request, its ids meet no others
/// of the page, and a script in it does not run.
std::string svg_image(std::string_view svg, std::string_view description);

}  // namespace pj
