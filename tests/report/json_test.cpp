#include "pj/report/json.h"

#include <doctest/doctest.h>

#include <limits>
#include <nlohmann/json.hpp>

TEST_SUITE_BEGIN("json");

TEST_CASE("a number that is not finite is null") {
  CHECK(pj::json_number(0.1).dump() == "0.1");
  CHECK(pj::json_number(std::numeric_limits<double>::quiet_NaN()).dump() == "null");
  CHECK(pj::json_number(-std::numeric_limits<double>::infinity()).dump() == "null");
}

TEST_CASE("settings hold every option with the value it resolved to, in declared order") {
  pj::Arguments arguments({{"steps", 350, "steps", "length"},
                           {"lr", 0.001, "", "learning rate"},
                           {"lens", std::vector<pj::index_t>{512}, "tokens", "lengths"},
                           {"resume", false, "", "continue"},
                           {"method", "rope", "", "method"}},
                          {{"data", std::vector<std::filesystem::path>{}, "", "corpora"}});
  arguments.set("steps", "7");
  arguments.set_positionals({"a,b", "c"});
  CHECK(pj::json_settings(arguments).dump() ==
        R"({"data":["a,b","c"],"steps":7,"lr":0.001,"lens":[512],"resume":false,"method":"rope"})");
}

TEST_CASE("a document's text ends with a newline and survives bytes that are no UTF-8") {
  CHECK(pj::json_text({{"key", "a\xff"}}) == "{\n  \"key\": \"a\xef\xbf\xbd\"\n}\n");
}

TEST_SUITE_END();
