#include "pj/report/chart.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

TEST_SUITE_BEGIN("chart");

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
}

/// The data of the n-th path of a series' group.
std::string path_of(const std::string& html, const std::string& group, std::size_t n = 0) {
  std::size_t at = html.find("<g class=\"" + group + "\">");
  for (std::size_t k = 0; k <= n && at != std::string::npos; ++k) at = html.find("d=\"", at + 1);
  REQUIRE(at != std::string::npos);
  return html.substr(at + 3, html.find('"', at + 3) - at - 3);
}

pj::Figure example() {
  return {"",
          "Loss <by> length",
          {"length", "tokens", true},
          {"loss", "nats/token"},
          {{"rope & co", {512, 2048, 8192}, {2.0, 2.5, 4.0}, pj::SeriesStyle::kLinePoints},
           {"full", {512, 2048, 8192}, {2.0, 2.0, 2.0}}}};
}

}  // namespace

TEST_CASE("a chart names itself, its axes with units, its ticks and its lines") {
  const std::string html = pj::chart_html(example());
  for (const char* part :
       {"<figcaption>Loss &lt;by&gt; length</figcaption>", "role=\"img\"",
        "aria-label=\"Loss &lt;by&gt; length. loss (nats/token) against length (tokens), of rope "
        "&amp; co, full.\"",
        ">length (tokens)<", ">loss (nats/token)<", ">512<", ">2048<", ">8192<",
        "</svg>rope &amp; co</li>", "</svg>full</li>"}) {
    CAPTURE(part);
    CHECK(html.find(part) != std::string::npos);
  }
  CHECK(html.find("nan") == std::string::npos);
  CHECK(html.find("<by>") == std::string::npos);
}

TEST_CASE("equal factors on a logarithmic axis are equal distances") {
  const std::string path = path_of(pj::chart_html(example()), "s1");
  double x[3] = {};
  REQUIRE(std::sscanf(path.c_str(), "M%lf %*fL%lf %*fL%lf", &x[0], &x[1], &x[2]) == 3);
  CHECK(x[1] - x[0] == doctest::Approx(x[2] - x[1]).epsilon(0.01));
}

TEST_CASE("series differ without their colours: no pair of dashes and marks returns") {
  pj::Figure figure = example();
  figure.series.clear();
  for (int k = 0; k < 11; ++k)
    figure.series.push_back({"m" + std::to_string(k), {1, 2}, {1.0 * k, 2}});
  const std::string html = pj::chart_html(figure);
  std::vector<std::string> keys;
  for (std::size_t at = 0; (at = html.find("aria-hidden=\"true\">", at)) != std::string::npos; ++at)
    keys.push_back(html.substr(at, html.find("</svg>", at) - at));
  REQUIRE(keys.size() == 11);
  for (std::size_t a = 0; a < keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) CHECK(keys[a] != keys[b]);
}

TEST_CASE("a point that is not finite, or zero on a logarithmic axis, breaks the line") {
  pj::Figure figure = example();
  figure.series = {{"a", {0, 1, 2, 3, 4, 5}, {1, 1, 2, NAN, 4, 5}}};
  const std::string html = pj::chart_html(figure);
  CHECK(html.find("nan") == std::string::npos);
  const std::string path = path_of(html, "s0");
  CHECK(count(path, "M") == 2);
  CHECK(count(path, "L") == 2);
}

TEST_CASE("deviations are bars through their points, and the axis reaches their ends") {
  pj::Figure figure = example();
  figure.series = {{"a", {512, 1024}, {2, 3}, pj::SeriesStyle::kPoints, {1, 0}}};
  const std::string bars = path_of(pj::chart_html(figure), "s0");
  CHECK(count(bars, "M") == 1);
  double x = 0, foot = 0, top = 0;
  REQUIRE(std::sscanf(bars.c_str(), "M%lf %lfV%lf", &x, &foot, &top) == 3);
  CHECK(foot > top);
  CHECK(foot < 232);
  CHECK(top > 28);
}

TEST_CASE("bars stand beside each other on zero, each under its text") {
  pj::Figure figure = {"", "Gates", {"", "", false, {"text", "music"}}, {"gate"}, {}};
  figure.series = {{"FJ", {0, 1}, {0.25, 0.5}, pj::SeriesStyle::kBars},
                   {"LC", {0, 1}, {0.75, 0.5}, pj::SeriesStyle::kBars}};
  const std::string html = pj::chart_html(figure);
  CHECK(html.find(">music<") != std::string::npos);
  double left[2] = {}, right[2] = {}, foot[2] = {}, top[2] = {};
  for (int k = 0; k < 2; ++k)
    REQUIRE(std::sscanf(path_of(html, k == 0 ? "s0" : "s1").c_str(), "M%lf %lfV%lfH%lf", &left[k],
                        &foot[k], &top[k], &right[k]) == 4);
  CHECK(right[0] <= left[1]);
  CHECK(foot[0] == doctest::Approx(232));
  CHECK(foot[0] - top[0] == doctest::Approx((foot[1] - top[1]) / 3).epsilon(0.01));
}

TEST_CASE("fixed ends cut off what lies outside, without an id") {
  pj::Figure figure = example();
  CHECK(count(pj::chart_html(figure), "<svg x=") == 0);
  figure.y.high = 3.0;
  const std::string html = pj::chart_html(figure);
  CHECK(count(html, "<svg x=") == 1);
  CHECK(count(html, " id=") == 0);
}

TEST_CASE("a slanted tick's text begins inside the picture") {
  pj::Figure figure = example();
  figure.x = {"", ""};
  figure.x.ticks = {"a corpus of a long name", "another of a long name", "music", "text", "b", "c"};
  figure.series = {{"full", {0, 1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6}, pj::SeriesStyle::kBars}};
  const std::string html = pj::chart_html(figure);
  REQUIRE(html.find("rotate(-40") != std::string::npos);
  const std::size_t text = html.rfind("<text", html.find(">" + figure.x.ticks[0] + "<"));
  double end = 0;
  REQUIRE(std::sscanf(html.c_str() + text, "<text x=\"%lf\"", &end) == 1);
  const double narrowest = 6.0;  // units of a letter
  CHECK(end > std::cos(40 * std::numbers::pi / 180) * narrowest *
                  static_cast<double>(figure.x.ticks[0].size()));
}

TEST_CASE("one point or a constant line still has axes") {
  pj::Figure figure = example();
  figure.series = {{"a", {7}, {0}}};
  const std::string html = pj::chart_html(figure);
  CHECK(html.find("nan") == std::string::npos);
  CHECK(html.find("inf") == std::string::npos);
}

TEST_CASE("nothing to draw and unequal lengths are refused") {
  pj::Figure figure = example();
  figure.series = {};
  CHECK_THROWS_WITH_AS(pj::chart_html(figure),
                       "chart: 'Loss <by> length' must have a point to draw, got none",
                       pj::ValueError);
  figure.series = {{"a", {1, 2}, {1}}};
  CHECK_THROWS_WITH_AS(pj::chart_html(figure),
                       "chart: x, y and deviation of 'a' must have one length, got 2, 1 and 0",
                       pj::ValueError);
}

TEST_SUITE_END();
