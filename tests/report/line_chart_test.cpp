#include "pj/report/line_chart.h"

#include <doctest/doctest.h>

#include <cmath>

TEST_SUITE_BEGIN("line_chart");

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++found;
  return found;
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
  const std::string svg = pj::line_chart(example());
  for (const char* part :
       {"role=\"img\"", "aria-label=\"Loss &lt;by&gt; length\"", "<title>Loss &lt;by&gt; length",
        ">length (tokens)<", ">loss (nats/token)<", ">512<", ">2048<", ">8192<", ">rope &amp; co<",
        ">full<", "#0072B2", "#D55E00"}) {
    CAPTURE(part);
    CHECK(svg.find(part) != std::string::npos);
  }
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("equal factors on a logarithmic axis are equal distances") {
  const std::string svg = pj::line_chart(example());
  // Four percent spare on either side of [70, 660]: 91.9, 365 and 638.1.
  CHECK(svg.find("d=\"M91.9 ") != std::string::npos);
  CHECK(count(svg, "L365.0 ") == 2);
  CHECK(count(svg, "L638.1 ") == 2);
}

TEST_CASE("a point that is not finite, or zero on a logarithmic axis, breaks the line") {
  pj::Figure figure = example();
  figure.series = {{"a", {0, 1, 2, 3, 4, 5}, {1, 1, 2, NAN, 4, 5}}};
  const std::string svg = pj::line_chart(figure);
  CHECK(svg.find("nan") == std::string::npos);
  const std::size_t from = svg.rfind("<path d=\"");
  const std::string path = svg.substr(from + 9, svg.find('"', from + 9) - from - 9);
  CHECK(count(path, "M") == 2);
  CHECK(count(path, "L") == 2);
}

TEST_CASE("one point or a constant line still has axes") {
  pj::Figure figure = example();
  figure.series = {{"a", {7}, {0}}};
  const std::string svg = pj::line_chart(figure);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("ticks are round numbers within the interval") {
  CHECK(pj::linear_ticks(0.1, 9.9, 5) == std::vector<double>{2, 4, 6, 8});
  CHECK(pj::linear_ticks(-60, 110, 5) == std::vector<double>{-50, 0, 50, 100});
}

TEST_CASE("nothing to draw and unequal lengths are refused") {
  pj::Figure figure = example();
  figure.series = {};
  CHECK_THROWS_WITH_AS(pj::line_chart(figure),
                       "line_chart: 'Loss <by> length' must have a point to draw, got none",
                       pj::ValueError);
  figure.series = {{"a", {1, 2}, {1}}};
  CHECK_THROWS_WITH_AS(pj::line_chart(figure),
                       "line_chart: x and y of 'a' must have one length, got 2 and 1",
                       pj::ValueError);
}

TEST_SUITE_END();
