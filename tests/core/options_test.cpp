#include "pj/core/options.h"

#include <doctest/doctest.h>

using pj::Option;
using pj::UsageError;

TEST_SUITE_BEGIN("options");

namespace {

std::vector<Option> table() {
  return {{"steps", 350, "steps", "length of the training", {.min = 1}},
          {"lr", 1e-3, "", "learning rate", {.min = 0, .max = 1}},
          {"method", "rope", "", "named method", {.choices = {"rope", "affine"}}},
          {"resume", false, "", "continue a run"},
          {"lens", std::vector<pj::index_t>{512, 2048}, "tokens", "lengths", {.min = 2}},
          {"seeds", std::vector<double>{}, "", "numbers"},
          {"names", std::vector<std::string>{}, "", "texts"},
          {"data", std::vector<std::filesystem::path>{}, "", "corpora"}};
}

std::string refusal(std::string_view name, std::string_view text) {
  pj::Arguments arguments(table());
  try {
    arguments.set(name, text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("unset options have their defaults, set ones what was given") {
  pj::Arguments arguments(table());
  arguments.set("steps", "10");
  arguments.set("resume", "true");
  arguments.set("lens", "4,8");
  arguments.set("data", "a,b/c");
  CHECK(arguments.integer("steps") == 10);
  CHECK(arguments.number("lr") == 1e-3);
  CHECK(arguments.text("method") == "rope");
  CHECK(arguments.flag("resume"));
  CHECK(arguments.integers("lens") == std::vector<pj::index_t>{4, 8});
  CHECK(arguments.paths("data") == std::vector<std::filesystem::path>{"a", "b/c"});
  CHECK(arguments.given("steps"));
  CHECK_FALSE(arguments.given("lr"));
}

TEST_CASE("a value must parse whole, and the message names flag and value") {
  CHECK(refusal("steps", "10abc") == "--steps must be an integer, got '10abc'");
  CHECK(refusal("steps", "1e3") == "--steps must be an integer, got '1e3'");
  CHECK(refusal("steps", "") == "--steps must be an integer, got ''");
  CHECK(refusal("steps", " 1") == "--steps must be an integer, got ' 1'");
  CHECK(refusal("steps", "99999999999999999999") ==
        "--steps must be an integer, got '99999999999999999999'");
  CHECK(refusal("lr", "nan") == "--lr must be a number, got 'nan'");
  CHECK(refusal("lr", "inf") == "--lr must be a number, got 'inf'");
  CHECK(refusal("lr", "0,1") == "--lr must be a number, got '0,1'");
  CHECK(refusal("resume", "yes") == "--resume must be true or false, got 'yes'");
  CHECK(refusal("lens", "512,x") == "--lens must be an integer, got 'x'");
}

TEST_CASE("an empty list item is refused wherever it stands") {
  for (const char* text : {"", ",", "512,", ",512", "512,,1024"}) {
    CAPTURE(text);
    CHECK(refusal("lens", text) ==
          "--lens must have no empty list item, got '" + std::string(text) + "'");
    CHECK(refusal("names", text) != "accepted");
    CHECK(refusal("data", text) != "accepted");
  }
}

TEST_CASE("ranges and choices are checked, in lists for each item") {
  CHECK(refusal("steps", "0") == "--steps must be at least 1, got 0");
  CHECK(refusal("lr", "1.5") == "--lr must be between 0 and 1, got 1.5");
  CHECK(refusal("lens", "512,1") == "--lens must be at least 2, got 1");
  CHECK(refusal("method", "afine") ==
        "--method must be one of rope, affine, got 'afine'; did you mean 'affine'?");
}

TEST_CASE("an option given twice and a missing required one are usage errors") {
  pj::Arguments arguments({{"out", "", "", "folder for the run", {.required = true}}});
  CHECK_THROWS_WITH_AS(arguments.check_required(), "--out is required: folder for the run",
                       UsageError);
  arguments.set("out", "a");
  CHECK_NOTHROW(arguments.check_required());
  CHECK_THROWS_WITH_AS(arguments.set("out", "a"), "--out is given twice", UsageError);
}

TEST_CASE("positionals take the words in order, a list the rest") {
  const std::vector<Option> places = {{"out", "", "", "folder", {.required = true}},
                                      {"in", std::vector<std::string>{}, "", "files"}};
  pj::Arguments arguments({}, places);
  arguments.set_positionals({"x", "a,b", "c"});
  CHECK(arguments.text("out") == "x");
  CHECK(arguments.texts("in") == std::vector<std::string>{"a,b", "c"});
  pj::Arguments none({}, places);
  none.set_positionals({});
  CHECK_THROWS_WITH_AS(none.check_required(), "OUT is required: folder", UsageError);
  pj::Arguments one({}, {places[0]});
  CHECK_THROWS_WITH_AS(one.set_positionals({"x", "y"}), "unexpected argument 'y'", UsageError);
}

TEST_CASE("a program that asks for what it did not declare is told so") {
  const pj::Arguments arguments(table());
  CHECK_THROWS_WITH_AS(arguments.integer("stpes"),
                       "Arguments: an option must be declared, got 'stpes'", pj::ValueError);
  CHECK_THROWS_WITH_AS(arguments.number("steps"), "Arguments: 'steps' must be declared as a number",
                       pj::ValueError);
  CHECK_THROWS_AS(pj::Arguments({{"aa", 1, "", ""}, {"aa", 2, "", ""}}), pj::ValueError);
  CHECK_THROWS_AS(pj::Arguments({{"n", 1, "", ""}}), pj::ValueError);
  CHECK_THROWS_AS(pj::Arguments({{"steps", 0, "", "", {.min = 1}}}), UsageError);
}

TEST_CASE("a value prints as it would be typed") {
  pj::Arguments arguments(table());
  CHECK(pj::to_text(arguments.value("lens")) == "512,2048");
  CHECK(pj::to_text(arguments.value("lr")) == "0.001");
  CHECK(pj::to_text(arguments.value("resume")) == "false");
  for (const Option& option : arguments.declared())
    if (const std::string text = pj::to_text(option.fallback); !text.empty())
      CHECK(pj::parse_option(option, text) == option.fallback);
}

TEST_SUITE_END();
