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
        "<div class=\"wide\"><table>\n<caption>Two &amp; more</caption>\n"
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
  CHECK(html.find("<caption>caption</caption>") != std::string::npos);
  CHECK(html.find("</div>\n<p>after</p>\n") != std::string::npos);
}

TEST_CASE("an image line is given to the caller, unpaired marks are text") {
  CHECK(html_of("![Fit](fit.svg)\n\n`open #no <i>\n") ==
        "[Fit from fit.svg]\n<p>`open #no &lt;i&gt;</p>\n");
}

TEST_CASE("an SVG document is held whole inside the attribute") {
  CHECK(pj::svg_image("<svg a=\"#1\"/>", "a \"b\"") ==
        "<img class=\"figure\" src=\"data:image/svg+xml,%3Csvg a=%22%231%22/%3E\" "
        "alt=\"a &quot;b&quot;\">\n");
}

TEST_SUITE_END();
