#include "pj/data/pack.h"

#include <doctest/doctest.h>

#include <sstream>

#include "pj/core/files.h"
#include "testing/midi_bytes.h"
#include "testing/temp_folder.h"

namespace fs = std::filesystem;
using namespace pj::testing;

namespace {

/// Keeps what a corpus writer would write.
struct KeepingSink : pj::TokenSink {
  void begin_document(std::string_view title) override { titles.emplace_back(title); }
  void append(std::span<const std::uint8_t> tokens) override {
    bytes.append(reinterpret_cast<const char*>(tokens.data()), tokens.size());
  }
  void append(std::span<const std::uint16_t> tokens) override {
    words.insert(words.end(), tokens.begin(), tokens.end());
  }
  void add_source(std::string_view name, std::uint64_t size, std::string_view sha256) override {
    sources.push_back(pj::message(name, ' ', size, ' ', sha256.substr(0, 8)));
  }
  std::vector<std::string> titles, sources;
  std::string bytes;
  std::vector<std::uint16_t> words;
};

const std::string kPiece = midi_header() + midi_track("00903c40 14803c40");

/// A folder with a good file, one with a fault, one that is no MIDI file and one of another kind.
struct MidiFolder : TempFolder {
  MidiFolder() {
    pj::write_file_atomically(path() / "2_good.mid", kPiece);
    pj::write_file_atomically(path() / "1_lost" / "end.MIDI", kPiece.substr(0, kPiece.size() - 4));
    pj::write_file_atomically(path() / "3_page.mid", "<html>");
    pj::write_file_atomically(path() / "notes.txt", "read me");
  }
};

}  // namespace

TEST_SUITE_BEGIN("pack");

TEST_CASE("bytes are kept as they are, in name order, with what is unusual reported") {
  const TempFolder folder;
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  pj::write_file_atomically(folder.path() / "b.txt", "\xEF\xBB\xBFx\r\ny\r\n");
  pj::write_file_atomically(folder.path() / "a" / "z.bin", all);
  pj::write_file_atomically(folder.path() / "c.txt", "");
  KeepingSink sink;
  const pj::PackReport report = pj::pack_files({folder.path()}, {}, sink);
  CHECK(sink.bytes == all + "\xEF\xBB\xBFx\r\ny\r\n");
  CHECK(sink.titles == std::vector<std::string>{"z.bin", "b.txt"});
  CHECK(sink.sources ==
        std::vector<std::string>{"z.bin 256 40aff2e9", "b.txt 9 " + sink.sources[1].substr(8)});
  CHECK(report.num_files == 2);
  CHECK(report.num_tokens == 265);
  std::ostringstream printed;
  pj::print_report(printed, report);
  CHECK(printed.str() ==
        "2 files, 265 tokens\nwarning: CRLF line ends kept: 2\n"
        "warning: byte-order mark kept: 1\nskipped: " +
            (folder.path() / "c.txt").string() + ": the file is empty\n");
}

TEST_CASE("a CRLF across two blocks and a file of many blocks are seen") {
  const TempFolder folder;
  const std::string text = std::string((1 << 20) - 1, 'x') + "\r\n" + std::string(1 << 20, 'y');
  pj::write_file_atomically(folder.path() / "a.txt", text);
  KeepingSink sink;
  const pj::PackReport report = pj::pack_files({folder.path() / "a.txt"}, {}, sink);
  CHECK(sink.bytes == text);
  CHECK(report.warnings.at("CRLF line ends kept") == 1);
}

TEST_CASE("MIDI pieces are one line each, faults counted and bad files skipped") {
  const MidiFolder folder;
  KeepingSink sink;
  const pj::PackReport report = pj::pack_files({folder.path()}, {.tokenizer = "midi-text"}, sink);
  CHECK(sink.bytes ==
        "PIECE=0000|d000.on060.v064.c0 d001.off060.c0\n"
        "PIECE=0001|d000.on060.v064.c0 d001.off060.c0\n");
  CHECK(sink.titles == std::vector<std::string>{"end.MIDI", "2_good.mid"});
  CHECK(report.num_files == 2);
  CHECK(report.warnings.at("a track without end-of-track") == 1);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].path == folder.path() / "3_page.mid");
  CHECK(report.skipped[0].reason == "offset 0: a MIDI file must begin with MThd, got \"<html>\"");
}

TEST_CASE("midi-events writes u16 tokens") {
  const MidiFolder folder;
  KeepingSink sink;
  pj::pack_files({folder.path() / "2_good.mid"}, {.tokenizer = "midi-events"}, sink);
  CHECK(sink.words == std::vector<std::uint16_t>{372, 60, 257, 188});
  CHECK(sink.bytes.empty());
}

TEST_CASE("a strict pack stops at the first fault with path and offset") {
  const MidiFolder folder;
  KeepingSink sink;
  const std::string path = (folder.path() / "1_lost" / "end.MIDI").string();
  CHECK_THROWS_WITH_AS(
      pj::pack_files({folder.path()}, {.tokenizer = "midi-text", .strict = true}, sink),
      (path + ": offset 14: a chunk longer than the file").c_str(), pj::IoError);
}

TEST_CASE("metadata names, orders and selects pieces, and enters their headers") {
  const MidiFolder folder;
  const fs::path csv = folder.path() / "meta.csv";
  pj::write_file_atomically(csv,
                            "canonical_composer,canonical_title,split,midi_filename,duration\n"
                            "Fr\xC3\xA9"
                            "d\xC3\xA9ric Chopin,\"Nocturne, Op. 9\",train,2_good.mid,12.5\n"
                            ",,test,1_lost/end.MIDI,\nX,Y,train,gone.mid,1\n");
  pj::PackOptions options{.tokenizer = "midi-text", .metadata = csv};
  KeepingSink sink;
  const pj::PackReport report = pj::pack_files({folder.path()}, options, sink);
  CHECK(sink.bytes ==
        "PIECE=0000|SPLIT=train|DURATION=12.5|COMPOSER=Fr_d_ric_Chopin|TITLE=Nocturne,_Op._9|"
        "d000.on060.v064.c0 d001.off060.c0\n"
        "PIECE=0001|SPLIT=test|d000.on060.v064.c0 d001.off060.c0\n");
  CHECK(report.warnings.at("metadata row without its file") == 1);
  CHECK(report.warnings.at("file without a metadata row, left out") == 1);
  CHECK(sink.titles[0] ==
        "Fr\xC3\xA9"
        "d\xC3\xA9ric Chopin: Nocturne, Op. 9");
  options.selection.split = "test";
  KeepingSink test_part;
  CHECK(pj::pack_files({folder.path()}, options, test_part).num_files == 1);
  options.metadata.reset();
  CHECK_THROWS_AS(pj::pack_files({folder.path()}, options, test_part), pj::UsageError);
}

TEST_CASE("a pack of nothing, or of mostly empty files, is refused") {
  const TempFolder folder;
  KeepingSink sink;
  const std::string where = folder.path().string();
  const auto pack = [&] { pj::pack_files({folder.path()}, {.tokenizer = "midi-text"}, sink); };
  CHECK_THROWS_WITH_AS(
      pack(), (where + ": there must be a file to pack named .mid or .midi, got none").c_str(),
      pj::IoError);
  pj::write_file_atomically(folder.path() / "a.mid", "");
  CHECK_THROWS_WITH_AS(
      pack(),
      (where + ": at least one token must come of the files, got none; the first: " + where +
       "/a.mid: offset 0: a MIDI file must not be empty")
          .c_str(),
      pj::IoError);
  pj::write_file_atomically(folder.path() / "b.mid", "");
  pj::write_file_atomically(folder.path() / "c.mid", kPiece);
  CHECK_THROWS_WITH_AS(
      pack(),
      (where + "/a.mid: most of the files to pack must have content, got 2 empty of 3").c_str(),
      pj::IoError);
  CHECK_THROWS_AS(pj::pack_files({folder.path() / "none"}, {}, sink), pj::IoError);
}

TEST_CASE("the settings that shaped the tokens are named") {
  CHECK(pj::pack_settings({}).empty());
  CHECK(pj::pack_settings({.tokenizer = "midi-text"}) ==
        std::map<std::string, std::string>{
            {"controls", "false"}, {"grid-ms", "20"}, {"programs", "false"}, {"timing", "paper"}});
}

TEST_CASE("the settings of midi-text read back as the options they came from") {
  pj::PackOptions options;
  options.tokenizer = "midi-text";
  options.midi_text = {30, true, false, pj::MidiTiming::kExact};
  const pj::MidiTextOptions read = pj::midi_text_options(pj::pack_settings(options));
  CHECK(read.grid_ms == 30);
  CHECK(read.controls);
  CHECK_FALSE(read.programs);
  CHECK(read.timing == pj::MidiTiming::kExact);
  CHECK(pj::midi_text_options({}).grid_ms == 20);
  CHECK_THROWS_AS(pj::midi_text_options({{"grid-ms", "20 ms"}}), pj::ValueError);
  CHECK_THROWS_AS(pj::midi_text_options({{"controls", "yes"}}), pj::ValueError);
  CHECK_THROWS_AS(pj::midi_text_options({{"tempo", "1"}}), pj::ValueError);
}

TEST_SUITE_END();
