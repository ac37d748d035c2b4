#include "report/chart_scale.h"

#include <doctest/doctest.h>

#include <cmath>

TEST_SUITE_BEGIN("chart_scale");

namespace {

std::vector<std::string> texts(const pj::ChartScale& scale, std::size_t most) {
  std::vector<std::string> all;
  for (const pj::ChartScale::Tick& tick : scale.ticks(most)) all.push_back(tick.text);
  return all;
}

}  // namespace

TEST_CASE("ticks are round numbers within the interval") {
  CHECK(pj::linear_ticks(0.1, 9.9, 5) == std::vector<double>{2, 4, 6, 8});
  CHECK(pj::linear_ticks(-60, 110, 5) == std::vector<double>{-50, 0, 50, 100});
}

TEST_CASE("ticks of one axis have as many digits as their step") {
  CHECK(texts(pj::ChartScale({"loss"}, {2.02, 2.13}), 6) ==
        std::vector<std::string>{"2.02", "2.04", "2.06", "2.08", "2.10", "2.12"});
  CHECK(texts(pj::ChartScale({"mass"}, {0, 0.00019}), 5) ==
        std::vector<std::string>{"0.00000", "0.00005", "0.00010", "0.00015"});
}

TEST_CASE("tokens on a logarithmic axis have powers of two, everything else powers of ten") {
  const pj::ChartScale tokens({"length", "tokens", true}, {500, 8300});
  CHECK(texts(tokens, 6) == std::vector<std::string>{"512", "1024", "2048", "4096", "8192"});
  CHECK(texts(tokens, 3) == std::vector<std::string>{"512", "2048", "8192"});
  const pj::ChartScale norm({"norm", "", true}, {1e-3, 1e12});
  CHECK(texts(norm, 6) ==
        std::vector<std::string>{"0.001", "1", "1000", "1e+06", "1e+09", "1e+12"});
  CHECK(texts(pj::ChartScale({"norm", "", true}, {1.5, 60}), 6) ==
        std::vector<std::string>{"2", "5", "10", "20", "50"});
}

TEST_CASE("a logarithmic axis without a round power still has ticks") {
  CHECK(texts(pj::ChartScale({"norm", "", true}, {3.1, 3.9}), 6).size() >= 2);
}

TEST_CASE("equal factors on a logarithmic axis are equal distances, ends are fixed where asked") {
  pj::ChartScale scale({"length", "tokens", true, {}, 10.0, 1000.0}, {20, 300});
  scale.lay_over(0, 100);
  CHECK(scale.at(10) == doctest::Approx(0));
  CHECK(scale.at(100) == doctest::Approx(50));
  CHECK(scale.at(1000) == doctest::Approx(100));
}

TEST_CASE("texts stand at 0, 1, 2 with room for bars on either side") {
  pj::ChartScale scale({"", "", false, {"a", "b"}}, {0, 1});
  CHECK(texts(scale, 1) == std::vector<std::string>{"a", "b"});
  scale.lay_over(0, 100);
  CHECK(scale.at(0) > 20);
  CHECK(scale.at(1) < 80);
}

TEST_SUITE_END();
