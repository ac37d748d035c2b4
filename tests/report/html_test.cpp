#include "pj/report/html.h"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("html");

namespace {

std::string html_of(std::string_view markdown) {
  return pj::markdown_html(markdown, 3, [](const std::string& text, const std::string& file) {
    return "[" + text + " from " + file + "]\n";
  });
}

}  // namespace

TEST_CASE("every character that HTML gives a meaning is escaped") {
  CHECK(pj::html_escape("<a href=\"x\">&'b'") == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;b&#39;");
}

TEST_CASE("a table has its caption, header scopes and escaped cells, numbers to the right") {
  pj::Table table({{"run"}, {"loss", "nats"}});
  table.add({"a|<b>", pj::Cell::fixed(2.5, 2)});
  CHECK(pj::html_table(table, "Two & more") ==
        "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Two &amp; more\"><table>\n"
        "<caption><span>Two &amp; more</span></caption>\n"
        "<thead><tr><th scope=\"col\">run</th><th scope=\"col\" class=\"n\">loss (nats)</th></tr>\n"
        "</thead>\n<tbody>\n"
        "<tr><th scope=\"row\">a|&lt;b&gt;</th><td class=\"n\">2.50</td></tr>\n"
        "</tbody></table></div>\n");
}

TEST_CASE("headings, paragraphs, lists and code are kept apart") {
  CHECK(html_of("# A\n\none `x<y`\ntwo\n\nthree\n- p\n- q\n## B\n") ==
        "<h3>A</h3>\n<p>one <code>x&lt;y</code> two</p>\n<p>three</p>\n"
        "<ul>\n<li>p</li>\n<li>q</li>\n</ul>\n<h4>B</h4>\n");
}

TEST_CASE("the paragraph above a table is its caption, and only that one") {
  const std::string html = html_of("before\n\ncaption\n\n| a |\n| --- |\n| 1 |\n\nafter\n");
  CHECK(html.find("<p>before</p>\n<div") == 0);
  CHECK(html.find("<caption><span>caption</span></caption>") != std::string::npos);
  CHECK(html.find("</div>\n<p>after</p>\n") != std::string::npos);
}

TEST_CASE("a table without a paragraph above it takes the heading as its caption") {
  CHECK(html_of("## Sizes\n\n| a |\n| --- |\n| 1 |\n").find("<caption><span>Sizes</span>") !=
        std::string::npos);
}

TEST_CASE("a table without either has the caption it is given") {
  CHECK(pj::markdown_html("| a |\n| --- |\n| 1 |\n", 3, {}, "Rows").find("<span>Rows</span>") !=
        std::string::npos);
}

TEST_CASE("links lead into the page, and nowhere else") {
  CHECK(html_of("see [the table](#x-a) `[b](#c)`\n") ==
        "<p>see <a href=\"#x-a\">the table</a> <code>[b](#c)</code></p>\n");
  CHECK(html_of("[0.1, 0.2] [a](http://b) [c\n") == "<p>[0.1, 0.2] [a](http://b) [c</p>\n");
  CHECK(html_of("[a](#\"><script>)\n") == "<p><a href=\"#&quot;&gt;&lt;script&gt;\">a</a></p>\n");
}

TEST_CASE("long texts have a class, a link counts without its target") {
  pj::Table table({{"name"}});
  table.add({"[short](#x-a-very-long-target-that-nobody-sees)"});
  table.add({std::string(50, 'w')});
  const std::string html = pj::html_table(table, "c");
  CHECK(html.find("<th scope=\"row\"><a href") != std::string::npos);
  CHECK(html.find("<th scope=\"row\" class=\"t\">www") != std::string::npos);
}

TEST_CASE("cells of a pipe table are trimmed, escaped pipes are text") {
  CHECK(pj::markdown_cells("| a | b\\|c |  |") == std::vector<std::string>{"a", "b|c", ""});
}

TEST_CASE("an image line is given to the caller, unpaired marks are text") {
  CHECK(html_of("![Fit](fit.svg)\n\n`open #no <i>\n") ==
        "[Fit from fit.svg]\n<p>`open #no &lt;i&gt;</p>\n");
}

TEST_CASE("an SVG document is held whole inside the attribute") {
  CHECK(pj::svg_image("<svg a=\"#1\"/>", "a \"b\"") ==
        "<img class=\"card\" src=\"data:image/svg+xml,%3Csvg a=%22%231%22/%3E\" "
        "alt=\"a &quot;b&quot;\">\n");
}

TEST_SUITE_END();
