#include "pj/cli/dispatch.h"

#include <doctest/doctest.h>

#include <sstream>

TEST_SUITE_BEGIN("dispatch");

namespace {

struct Result {
  int status = 0;
  std::string out, err, refusal;
};

Result run(const std::vector<std::string>& words) {
  const auto returns = [](int status) {
    return [status](const pj::Arguments& arguments) {
      return status + static_cast<int>(arguments.integer("add"));
    };
  };
  const std::vector<pj::Option> options = {{"add", 0, "", "added to the status"}};
  const std::vector<pj::Command> commands = {
      {"train", "train a model", {}, options, returns(10)},
      {"data info", "what a corpus holds", {}, options, returns(20)},
      {"data pack", "files to shards", {}, options, returns(30)},
  };
  Result result;
  std::ostringstream out, err;
  try {
    result.status = pj::dispatch(commands, words, out, err);
  } catch (const pj::UsageError& error) {
    result.refusal = error.what();
  }
  result.out = out.str();
  result.err = err.str();
  return result;
}

}  // namespace

TEST_CASE("a command is found by one word or two, and gets the rest") {
  CHECK(run({"train"}).status == 10);
  CHECK(run({"train", "--add", "3"}).status == 13);
  CHECK(run({"data", "pack", "--add=1"}).status == 31);
}

TEST_CASE("help that was asked for goes to the output, with status 0") {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"help"}, {"--help"}, {"help", "--help"}}) {
    const Result result = run(words);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK(result.out.find("  data info  what a corpus holds\n") != std::string::npos);
  }
  CHECK(run({"help", "data", "pack"}).out == run({"data", "pack", "--help"}).out);
  CHECK(run({"help", "train"}).out.find("pjrope train") != std::string::npos);
}

TEST_CASE("no command is wrong usage: the overview goes to the error stream") {
  const Result result = run({});
  CHECK(result.status == 2);
  CHECK(result.out.empty());
  CHECK(result.err.find("Usage:") != std::string::npos);
}

TEST_CASE("an unknown command is refused with the nearest") {
  CHECK(run({"trian"}).refusal.starts_with("unknown command 'trian'; did you mean 'train'?"));
  CHECK(run({"frobnicate"}).refusal ==
        "unknown command 'frobnicate'\n'pjrope help' lists the commands");
  CHECK(run({"data", "pakc"})
            .refusal.starts_with("unknown command 'data pakc'; did you mean 'data pack'?"));
  CHECK(run({"data"}).refusal == "'data' needs one of info, pack");
  CHECK(run({"help", "trian"}).refusal.starts_with("unknown command 'trian'"));
}

TEST_CASE("wrong usage of a command names it and where its flags are listed") {
  CHECK(run({"data", "info", "--ad", "1"}).refusal ==
        "data info: unknown flag --ad; did you mean 'add'?\n'pjrope data info --help' lists the "
        "flags");
}

TEST_SUITE_END();
