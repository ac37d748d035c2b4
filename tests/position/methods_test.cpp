#include "pj/position/methods.h"

#include <doctest/doctest.h>

#include <set>

using namespace pj;

TEST_SUITE_BEGIN("methods");

TEST_CASE("every named method can be found and built from its parts") {
  std::set<std::string> names;
  for (const Method& method : methods()) {
    CAPTURE(method.name);
    CHECK(names.insert(method.name).second);
    CHECK(!method.summary.empty());
    CHECK(find_method(method.name).rotary == method.rotary);
    const Method built =
        make_method(method.rotary_name, to_text(method.rotary.scaling), bias_text(method));
    CHECK(built.rotary == method.rotary);
    CHECK(built.sectors == method.sectors);
    CHECK(built.bias == method.bias);
    if (!method.name.starts_with("grape")) CHECK(built.name == method.name);
  }
  CHECK(names.size() == 22);
}

TEST_CASE("what some methods are") {
  const Method m3 = find_method("jordan_m3");
  CHECK(m3.rotary.order == 3);
  CHECK(m3.rotary.time == JordanTime::kScaledExact);
  CHECK(find_method("jordan_damped").rotary.gamma == 1e-4);
  CHECK(find_method("jordan_raw").rotary.eta == 0.1);
  CHECK(find_method("alibi").bias == BiasKind::kAlibi);
  CHECK(!find_method("alibi").sectors.any());
  CHECK(find_method("full").sectors == parse_sectors("fj,affine,lc"));
  CHECK(find_method("rope_yarn_affine").rotary.scaling == Scaling::kYarn);
}

TEST_CASE("GRAPE's controls are the same mathematics as ours") {
  CHECK(find_method("grape_m_rope").rotary == find_method("rope").rotary);
  CHECK(find_method("grape_a_alibi").sectors == find_method("affine").sectors);
  CHECK(find_method("grape_ma_rope_alibi").rotary == find_method("rope_affine").rotary);
}

TEST_CASE("a free combination has a preset's name or one that reads back") {
  CHECK(make_method("rope", "ntk", "affine").name == "rope_ntk_affine");
  CHECK(make_method("none", "none", "lc,affine").name == "lc_affine");
  const Method custom = make_method("pj_rotary", "ntk", "lc,affine");
  CHECK(custom.name == "custom:pj_rotary+ntk+affine,lc");
  const Method again = find_method(custom.name);
  CHECK(again.name == custom.name);
  CHECK(again.rotary == custom.rotary);
  CHECK(again.sectors == custom.sectors);
  CHECK(make_method("rope", "none", "alibi").name == "custom:rope+none+alibi");
  CHECK(find_method("custom:rope+none+none").name == "rope");
}

TEST_CASE("unknown parts are named with the nearest") {
  CHECK_THROWS_WITH_AS(find_method("rope_nkt"),
                       "method: must be a known name, got 'rope_nkt'; did you mean 'rope_ntk'?",
                       UsageError);
  CHECK_THROWS_WITH_AS(make_method("rop", "none", "none"),
                       "rotary: must be a known name, got 'rop'; did you mean 'rope'?", UsageError);
  CHECK_THROWS_WITH_AS(make_method("none", "ntk", "affine"),
                       "scaling: needs a rotary transform, got 'ntk' with rotary 'none'",
                       UsageError);
  CHECK_THROWS_WITH_AS(
      find_method("custom:rope"),
      "method: a custom name must be custom:rotary+scaling+bias, got 'custom:rope'", UsageError);
  CHECK_THROWS_AS(make_method("rope", "linear", "none"), UsageError);
  CHECK_THROWS_AS(make_method("rope", "none", "alibi,affine"), UsageError);
}

TEST_SUITE_END();
