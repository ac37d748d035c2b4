#include "pj/runner/results.h"

#include <doctest/doctest.h>

#include <cmath>

#include "pj/core/error.h"
#include "pj/runner/aggregate.h"

TEST_SUITE_BEGIN("results");

namespace {

pj::Results example() {
  pj::Results results({{"method", "", pj::ColumnRole::kKey},
                       {"seed", "", pj::ColumnRole::kKey},
                       {"loss", "nats"},
                       {"note"}});
  results.add({{"method", "rope"}, {"seed", 0}, {"loss", 2.0}, {"note", "a"}});
  results.add({{"method", "rope"}, {"seed", 1}, {"loss", 4.0}});
  results.add({{"method", "none"}, {"seed", 0}});
  return results;
}

}  // namespace

TEST_CASE("rows are chosen by text or by number, and absent cells do not count") {
  const pj::Results rope = example().where("method", "rope");
  CHECK(rope.rows().size() == 2);
  CHECK(rope.where("seed", "1.0").rows().size() == 1);
  CHECK(rope.mean("loss") == 3.0);
  CHECK(std::abs(*rope.spread_of("loss").deviation - std::sqrt(2.0)) <= 1e-15);
  CHECK(example().where("method", "none").mean("loss") == std::nullopt);
  CHECK(example().distinct("note") == std::vector<std::string>{"a"});
}

TEST_CASE("a column that is not declared is refused") {
  pj::Results results = example();
  CHECK_THROWS_WITH_AS(results.add({{"los", 1.0}}), "results: a column must be declared, got 'los'",
                       pj::ValueError);
  CHECK_THROWS_AS(results.where("los", 1), pj::ValueError);
  CHECK_THROWS_AS(results.numbers("los"), pj::ValueError);
}

TEST_CASE("seeds are averaged with the other keys held, and what is absent stays so") {
  const std::optional<pj::CsvTable> table = pj::aggregate_over_seeds(example());
  REQUIRE(table);
  CHECK(table->columns == std::vector<std::string>{"method", "n", "loss_mean", "loss_std"});
  REQUIRE(table->rows.size() == 2);
  CHECK(pj::csv_line(table->rows[0]) == "rope,2,3,1.4142135623730951\n");
  CHECK(pj::csv_line(table->rows[1]) == "none,1,,\n");
  CHECK(!pj::aggregate_over_seeds(example().where("seed", 0)));
}

TEST_SUITE_END();
