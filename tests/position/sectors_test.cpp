#include "pj/position/sectors.h"

#include <doctest/doctest.h>

#include "pj/core/error.h"

using namespace pj;

TEST_SUITE_BEGIN("sectors");

TEST_CASE("text and sectors are each other's inverse") {
  CHECK(to_text(Sectors{.fj = true, .lc = true}) == "fj,lc");
  CHECK(to_text(Sectors()) == "none");
  for (const char* text : {"none", "fj", "affine", "lc", "fj,affine", "fj,affine,lc"})
    CHECK(to_text(parse_sectors(text)) == text);
  CHECK(parse_sectors("affine,fj") == parse_sectors("fj,affine"));
  CHECK(!parse_sectors("").any());
}

TEST_CASE("a sector has a name and a place among the sectors") {
  for (const Sector sector : {Sector::kFj, Sector::kAffine, Sector::kLc}) {
    CHECK(parse_sector(to_text(sector)) == sector);
    CHECK(parse_sectors(to_text(sector)).has(sector));
  }
  CHECK(!parse_sectors("fj,lc").has(Sector::kAffine));
}

TEST_CASE("unknown, empty and repeated parts are named") {
  CHECK_THROWS_WITH_AS(parse_sectors("fj,jet"), "sector: must be fj, affine or lc, got 'jet'",
                       UsageError);
  CHECK_THROWS_WITH_AS(parse_sectors("fj,fj"), "sectors: each must be named once, got 'fj,fj'",
                       UsageError);
  CHECK_THROWS_AS(parse_sectors("fj,"), UsageError);
  CHECK_THROWS_AS(parse_sectors("none,fj"), UsageError);
}

TEST_SUITE_END();
