#include "pj/cli/parse.h"

#include <doctest/doctest.h>

using pj::UsageError;

TEST_SUITE_BEGIN("parse");

namespace {

pj::Command example() {
  return {.name = "data pack",
          .summary = "files to shards",
          .positionals = {{"out", "", "", "folder of the shards", {.required = true}},
                          {"in", std::vector<std::string>{}, "", "files"}},
          .options = {{"grid-ms", 20, "ms", "time grid", {.min = 1}},
                      {"level", 3, "", "compression level", {.min = 1, .max = 19}},
                      {"lr", 0.5, "", "a number"},
                      {"title", "", "", "a text"},
                      {"tokenizer", "bytes", "", "how", {.choices = {"bytes", "midi-text"}}},
                      {"strict", false, "", "faults are errors"}}};
}

pj::Arguments parse(const std::vector<std::string>& words) {
  return pj::parse_command_line(example(), words).value();
}

std::string refusal(const std::vector<std::string>& words) {
  try {
    parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("flags and positionals mix, and a value follows or is joined with =") {
  const pj::Arguments arguments =
      parse({"out", "--grid-ms", "10", "a", "--level=5", "--strict", "b", "--lr", "-2.5"});
  CHECK(arguments.text("out") == "out");
  CHECK(arguments.texts("in") == std::vector<std::string>{"a", "b"});
  CHECK(arguments.integer("grid-ms") == 10);
  CHECK(arguments.integer("level") == 5);
  CHECK(arguments.number("lr") == -2.5);
  CHECK(arguments.flag("strict"));
  CHECK(arguments.text("tokenizer") == "bytes");
}

TEST_CASE("texts survive with commas, line breaks, equals signs and any length") {
  CHECK(parse({"o", "--title", "a,b\nc"}).text("title") == "a,b\nc");
  CHECK(parse({"o", "--title=x=y\nz"}).text("title") == "x=y\nz");
  CHECK(parse({"o", "--title="}).text("title").empty());
  CHECK(parse({"o", "--title=--dashes"}).text("title") == "--dashes");
  const std::string long_text(300000, 'x');
  CHECK(parse({"o", "--title=" + long_text}).text("title") == long_text);
}

TEST_CASE("words after two dashes are positionals") {
  const pj::Arguments arguments = parse({"o", "--", "--strict", "-x", "--help"});
  CHECK(arguments.texts("in") == std::vector<std::string>{"--strict", "-x", "--help"});
  CHECK_FALSE(arguments.flag("strict"));
}

TEST_CASE("an unknown flag is refused with the nearest") {
  CHECK(refusal({"o", "--gird-ms", "3"}) == "unknown flag --gird-ms; did you mean 'grid-ms'?");
  CHECK(refusal({"o", "--gird-ms=3"}) == "unknown flag --gird-ms; did you mean 'grid-ms'?");
  CHECK(refusal({"o", "--frobnicate"}) == "unknown flag --frobnicate");
  CHECK(refusal({"o", "--x"}) == "unknown flag --x");
  CHECK(refusal({"o", "-x"}).starts_with("unknown flag -x"));
  CHECK(refusal({"o", "---strict"}).starts_with("unknown flag ---strict"));
}

TEST_CASE("bad, missing and repeated values are refused") {
  CHECK(refusal({"o", "--grid-ms", "10abc"}) == "--grid-ms must be an integer, got '10abc'");
  CHECK(refusal({"o", "--grid-ms="}) == "--grid-ms must be an integer, got ''");
  CHECK(refusal({"o", "--grid-ms", "-1"}) == "--grid-ms must be at least 1, got -1");
  CHECK(refusal({"o", "--level", "20"}) == "--level must be between 1 and 19, got 20");
  CHECK(refusal({"o", "--grid-ms"}) == "--grid-ms needs a value");
  CHECK(refusal({"o", "--title", "--strict"}) ==
        "--title needs a value; write --title=VALUE for one with dashes");
  CHECK(refusal({"o", "--strict=maybe"}) == "--strict must be true or false, got 'maybe'");
  CHECK(refusal({"o", "--level", "1", "--level=2"}) == "--level is given twice");
  CHECK(refusal({"o", "--strict", "--strict"}) == "--strict is given twice");
  CHECK(refusal({"--strict"}) == "OUT is required: folder of the shards");
}

TEST_CASE("help is asked for before anything else is checked") {
  CHECK_FALSE(pj::parse_command_line(example(), {"--level", "x", "--help"}).has_value());
}

TEST_CASE("help shows every option with unit, range, choices and the live default") {
  const std::string help = pj::command_help(example());
  CAPTURE(help);
  for (const char* part :
       {"pjrope data pack [OPTIONS] OUT IN...", "files to shards", "--grid-ms N",
        "time grid [ms; at least 1; default: 20]", "[1 to 19; default: 3]", "--title TEXT",
        "a text\n", "[one of bytes, midi-text; default: bytes]", "--strict", "faults are errors\n",
        "OUT  folder of the shards [required]", "--help"}) {
    CAPTURE(part);
    CHECK(help.find(part) != std::string::npos);
  }
}

TEST_SUITE_END();
