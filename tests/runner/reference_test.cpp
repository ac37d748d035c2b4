#include "pj/runner/reference.h"

#include <doctest/doctest.h>

#include "pj/core/error.h"
#include "testing/plain_file.h"
#include "testing/temp_folder.h"

TEST_SUITE_BEGIN("reference");

namespace {

pj::Results example(double mse) {
  pj::Results results(
      {{"cycles", "", pj::ColumnRole::kKey},
       {"seed", "", pj::ColumnRole::kKey},
       {"mse", "", pj::ColumnRole::kValue, pj::Tolerance{0.0, 0.01, "rounding"}},
       {"gram", "", pj::ColumnRole::kValue, pj::Tolerance{0.1, 0.0, "conditioning", "condition"}},
       {"label", "", pj::ColumnRole::kValue, pj::Tolerance{0, 0, "a name"}},
       {"condition"}});
  results.add({{"cycles", 5},
               {"seed", 0},
               {"mse", mse},
               {"gram", 1.0},
               {"condition", 10.0},
               {"label", "x"}});
  return results;
}

pj::Agreement compare(const pj::Results& results, std::string_view reference) {
  const pj::testing::TempFolder folder;
  pj::testing::write_plainly(folder.path() / "r.csv", reference);
  return pj::compare_with_reference(results, folder.path() / "r.csv");
}

}  // namespace

TEST_CASE("numbers agree within their column's tolerance, whatever way a key is written") {
  const char* reference = "cycles,mse,gram,label,extra\n5.0,2.0,1.9,x,7\n";
  const pj::Agreement inside = compare(example(2.019), reference);
  CHECK(inside.holds());
  CHECK(inside.rows == 1);
  CHECK(inside.uncompared == std::vector<std::string>{"condition", "extra"});
  const pj::Agreement outside = compare(example(2.021), reference);
  CHECK(!outside.holds());
  REQUIRE(outside.columns.size() == 3);
  CHECK(outside.columns[0].outside == 1);
  CHECK(outside.columns[0].worst_case == "cycles 5: 2.021, reference 2.0");
  CHECK(outside.columns[1].outside == 0);
  CHECK(outside.text().find("mse: rounding") != std::string::npos);
}

TEST_CASE("another text, an absent value and a missing row are disagreements") {
  CHECK(!compare(example(2), "cycles,label\n5,y\n").holds());
  CHECK(!compare(example(2), "cycles,mse\n5,\n").holds());
  CHECK(compare(example(std::numeric_limits<double>::quiet_NaN()), "cycles,mse\n5,\n").holds());
  const pj::Agreement missing = compare(example(2), "cycles,mse\n5,2\n17,2\n");
  CHECK(!missing.holds());
  CHECK(missing.missing == std::vector<std::string>{"cycles 17"});
  CHECK_THROWS_AS(compare(example(2), "mse\n2\n"), pj::IoError);
}

TEST_CASE("a key the reference lacks must not vary") {
  pj::Results two = example(2);
  two.add({{"cycles", 5}, {"seed", 1}});
  CHECK_THROWS_AS(compare(two, "cycles,mse\n5,2\n"), pj::ValueError);
}

TEST_SUITE_END();
