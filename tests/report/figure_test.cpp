#include "pj/report/figure.h"

#include <doctest/doctest.h>

#include <limits>

#include "pj/core/files.h"
#include "testing/temp_folder.h"

TEST_SUITE_BEGIN("figure");

namespace {

pj::Figure example() {
  return {"curves",
          "It's a test",
          {"lag", "tokens"},
          {"kernel"},
          {{"fj_affine", {0, 1, 2}, {1, std::numeric_limits<double>::quiet_NaN(), 3}},
           {"target", {0, 2}, {1, 2}, pj::SeriesStyle::kDashed}}};
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a script has labels with units, a legend outside, and a gap where a value is absent") {
  const std::string script = pj::figure_script(example(), "out/it's.svg");
  CHECK(holds(script, "set xlabel 'lag (tokens)'"));
  CHECK(holds(script, "set ylabel 'kernel'"));
  CHECK(holds(script, "set title 'It''s a test'"));
  CHECK(holds(script, "set output 'out/it''s.svg'"));
  CHECK(holds(script, "set key outside"));
  CHECK(holds(script, "0 1 0\n\n2 3 0\n"));
  CHECK(holds(script, "title 'fj_affine'"));
  CHECK(!holds(script, "yrange"));
  pj::Figure limited = example();
  limited.y.high = 2.5;
  CHECK(holds(pj::figure_script(limited, "a.svg"), "set yrange [*:2.5]"));
}

TEST_CASE("ticks may be texts, and a logarithmic axis leaves out what is not positive") {
  pj::Figure figure = example();
  figure.x.ticks = {"phase", "linear", "lc"};
  figure.y.log = true;
  figure.series = {{"a", {0, 1}, {0, 2}}};
  const std::string script = pj::figure_script(figure, "a.svg");
  CHECK(holds(script, "('phase' 0, 'linear' 1, 'lc' 2)"));
  CHECK(holds(script, "set logscale y"));
  CHECK(holds(script, "<< END\n\n1 2 0\nEND"));
}

TEST_CASE("what cannot be drawn is refused") {
  pj::Figure figure = example();
  figure.series[1].y = {1};
  CHECK_THROWS_WITH_AS(pj::figure_script(figure, "a.svg"),
                       "figure curves: x, y and deviation of 'target' must have one length, got 2, "
                       "1 and 0",
                       pj::ValueError);
  figure.series = {};
  CHECK_THROWS_AS(pj::figure_script(figure, "a.svg"), pj::ValueError);
  figure.series = {{"a", {0}, {1}, pj::SeriesStyle::kBars}, {"b", {0}, {1}}};
  CHECK_THROWS_AS(pj::figure_script(figure, "a.svg"), pj::ValueError);
}

TEST_CASE("a figure becomes an SVG file and nothing else") {
  if (!pj::can_draw_figures()) {
    MESSAGE("gnuplot is not installed: skipped");
    return;
  }
  const pj::testing::TempFolder folder;
  const std::filesystem::path svg = pj::write_figure(example(), folder.path());
  CHECK(holds(pj::read_file(svg), "</svg>"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()),
                      std::filesystem::directory_iterator()) == 1);
}

TEST_SUITE_END();
