#include "pj/data/midi_pieces.h"

#include <doctest/doctest.h>

#include <algorithm>

using pj::MetadataTable;
using pj::MidiPiece;
using pj::PieceOrder;
using Paths = std::vector<std::filesystem::path>;

namespace {

std::string titles(const std::vector<MidiPiece>& pieces) {
  std::string text;
  for (const MidiPiece& piece : pieces) text += piece.title;
  return text;
}

std::vector<MidiPiece> some_pieces() {
  return {{"1", "train", "Bach", "Solo", "a", "30"},
          {"2", "test", "Bach", "Trio", "b", ""},
          {"3", "train", "Ravel", "Solo", "c", "9.5"},
          {"4", "train", "Bach", "Solo", "d", "200"},
          {"5", "", "", "", "e", "30"}};
}

}  // namespace

TEST_SUITE_BEGIN("midi_pieces");

TEST_CASE("MAESTRO rows find their files by the end of the path") {
  const MetadataTable table(
      "canonical_composer,canonical_title,split,year,midi_filename,audio_filename,duration\n"
      "Liszt,\"Etude, No. 3\",train,2018,2018/a.midi,x.wav,12.5\n"
      "Liszt,,test,2017,2017/a.midi,x.wav,\n"
      "Liszt,again,test,2017,2017/a.midi,x.wav,1\n"
      "Liszt,lost,test,2017,2016/a.midi,x.wav,1\n"
      "Liszt,nameless,test,2017,,x.wav,1\n",
      "t.csv");
  const pj::PieceListing listing =
      pj::list_pieces(table, Paths{"in/2017/a.midi", "in/2018/a.midi", "in/2018/b.midi"}, "t.csv");
  REQUIRE(listing.pieces.size() == 2);
  CHECK(listing.pieces[0].path == "in/2018/a.midi");
  CHECK(listing.pieces[0].title == "Etude, No. 3");
  CHECK(listing.pieces[0].duration == "12.5");
  CHECK(listing.pieces[1].path == "in/2017/a.midi");
  CHECK(listing.pieces[1].title.empty());
  CHECK(listing.pieces[1].split == "test");
  CHECK(listing.num_missing == 2);
  CHECK(listing.num_duplicate == 1);
  CHECK(listing.num_unlisted == 1);
}

TEST_CASE("MusicNet rows find their files by number") {
  const MetadataTable table(
      "id,composer,composition,movement,ensemble,source,transcriber,catalog_name,seconds\n"
      "1727,Schubert,Quintet,2. Andante,Piano Quintet,x,y,D667,447\n172,Bach,Suite,,Solo,x,y,z,1\n",
      "t.csv");
  const pj::PieceListing listing =
      pj::list_pieces(table, Paths{"in/1727_schubert.mid", "in/17_x.mid"}, "t.csv");
  REQUIRE(listing.pieces.size() == 1);
  CHECK(listing.pieces[0].title == "Quintet: 2. Andante");
  CHECK(listing.pieces[0].ensemble == "Piano Quintet");
  CHECK(listing.pieces[0].duration == "447");
  CHECK(listing.num_missing == 1);
  CHECK_THROWS_WITH_AS(
      pj::list_pieces(MetadataTable("a\n1\n", "t.csv"), {}, "t.csv"),
      "t.csv: metadata must have a column midi_filename (MAESTRO) or id (MusicNet)",
      pj::ValueError);
}

TEST_CASE("pieces are selected by cell and by duration") {
  CHECK(titles(pj::select_pieces(some_pieces(), {})) == "abcde");
  CHECK(titles(pj::select_pieces(some_pieces(), {.order = PieceOrder::kShortest})) == "caedb");
  CHECK(titles(pj::select_pieces(some_pieces(), {.order = PieceOrder::kLongest, .most = 2})) ==
        "da");
  CHECK(titles(pj::select_pieces(some_pieces(), {.split = "train", .composer = "Bach"})) == "ad");
  CHECK(titles(pj::select_pieces(some_pieces(), {.ensemble = "Trio"})) == "b");
}

TEST_CASE("a random selection depends on its seed alone") {
  const auto drawn = [](std::uint64_t seed) {
    return titles(pj::select_pieces(some_pieces(), {.order = PieceOrder::kRandom, .seed = seed}));
  };
  CHECK(drawn(1) == drawn(1));
  std::string sorted = drawn(2);
  CHECK((drawn(1) != sorted || drawn(3) != sorted));
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == "abcde");
}

TEST_CASE("a selection of nothing is refused") {
  CHECK_THROWS_WITH_AS(pj::select_pieces(some_pieces(), {.split = "validation"}),
                       "selection: at least one piece must be left, got none of 5", pj::ValueError);
  CHECK_THROWS_AS(pj::select_pieces(some_pieces(), {.most = 0}), pj::ValueError);
}

TEST_SUITE_END();
