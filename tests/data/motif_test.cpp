#include "pj/data/motif.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using pj::index_t;
using pj::MotifBar;

namespace {

const pj::MotifCorpus& corpus(std::string_view name) {
  return *std::find_if(pj::motif_corpora().begin(), pj::motif_corpora().end(),
                       [name](const pj::MotifCorpus& c) { return c.name == name; });
}

std::vector<MotifBar> bars_of(std::string_view name, index_t bars = 1024, std::uint64_t seed = 0) {
  return pj::motif_bars(corpus(name), {.bars = bars, .seed = seed});
}

std::vector<std::string> sorted_lines(const std::vector<MotifBar>& bars) {
  std::vector<std::string> lines;
  for (const MotifBar& bar : bars) lines.push_back(pj::motif_line(bar));
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace

TEST_SUITE_BEGIN("motif");

TEST_CASE("sections follow the form, a phrase of 8 bars each") {
  const auto bars = bars_of("motif_rich", 128);
  std::string form;
  for (std::size_t i = 0; i < bars.size(); i += 8) {
    form += bars[i].section;
    CHECK(bars[i + 7].section == bars[i].section);
  }
  CHECK(form == "AABACBADAABACBAD");
}

TEST_CASE("bars return exactly at lags of 8, 16, 32 and 64 bars, and new ones do not") {
  const auto bars = bars_of("motif_rich");
  std::map<index_t, int> lags;
  std::set<std::string> notes_seen;
  for (index_t at = 0; at < 1024; ++at) {
    const index_t lag = pj::motif_return_lag(at);
    ++lags[lag];
    MotifBar bar = bars[static_cast<std::size_t>(at)];
    bar.section = 'A';
    const bool is_new = notes_seen.insert(pj::motif_line(bar)).second;
    CHECK(is_new == (lag == 0));
    if (lag > 0) CHECK(bar.notes == bars[static_cast<std::size_t>(at - lag)].notes);
  }
  CHECK(lags == std::map<index_t, int>{{0, 320}, {8, 64}, {16, 64}, {32, 64}, {64, 512}});
}

TEST_CASE("varied bars return transposed as a phrase, with other velocities and some durations") {
  const auto rich = bars_of("motif_rich"), varied = bars_of("motif_variation");
  int notes = 0, changed = 0;
  for (std::size_t at = 0; at < rich.size(); ++at) {
    if (pj::motif_return_lag(static_cast<index_t>(at)) == 0) {
      CHECK(varied[at] == rich[at]);
      continue;
    }
    const auto &a = rich[at].notes, &b = varied[at].notes;
    REQUIRE(a.size() == b.size());
    const int transposition = b[0].pitch - a[0].pitch;
    CHECK(transposition != 0);
    CHECK((rich[at].key + transposition + 12) % 12 == varied[at].key);
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(b[i].step == a[i].step);
      CHECK(b[i].pitch - a[i].pitch == transposition);
      CHECK(b[i].velocity - a[i].velocity == b[0].velocity - a[0].velocity);
      ++notes;
      changed += b[i].duration != a[i].duration;
    }
  }
  CHECK(changed > notes / 10);
  CHECK(changed < notes / 2);
}

TEST_CASE("a control holds the same bars in another order") {
  for (const char* const name : {"motif_rich", "motif_variation"}) {
    const auto bars = bars_of(name), control = bars_of(std::string(name) + "_shuffled");
    CHECK(sorted_lines(bars) == sorted_lines(control));
    int returns = 0;
    for (std::size_t at = 64; at < control.size(); ++at)
      returns += control[at].notes == control[at - 64].notes;
    CHECK(returns < 20);
  }
}

TEST_CASE("all keys, modes and rhythms are used, and every note fits its bar") {
  std::set<int> keys, modes, rhythms;
  for (const MotifBar& bar : bars_of("motif_variation", 8192)) {
    keys.insert(bar.key);
    modes.insert(bar.mode);
    rhythms.insert(bar.rhythm);
    for (const pj::MotifNote& note : bar.notes) {
      CHECK((note.pitch >= 0 && note.pitch < 128));
      CHECK((note.velocity >= 1 && note.velocity < 128));
      CHECK((note.step >= 0 && note.duration >= 1 && note.step + note.duration <= 16));
    }
  }
  CHECK(keys.size() == 12);
  CHECK(modes.size() == 3);
  CHECK(rhythms.size() == 4);
}

TEST_CASE("a line has labels and notes, and the text is one line a bar") {
  MotifBar bar{'B', 10, 1, 3, {{0, 46, 70, 16, 1}, {4, 60, 64, 2, 0}}};
  CHECK(pj::motif_line(bar) ==
        "SEC=B|KEY=Bb|MODE=dorian|RHY=run|t0.n46.v70.d16.c1 t4.n60.v64.d2.c0\n");
  const std::string text = pj::motif_text(bars_of("motif_rich", 100));
  CHECK(std::count(text.begin(), text.end(), '\n') == 100);
}

TEST_CASE("the seed decides, and a longer corpus begins with the shorter one") {
  const std::string text = pj::motif_text(bars_of("motif_variation", 64, 3));
  CHECK(text == pj::motif_text(bars_of("motif_variation", 64, 3)));
  CHECK(text != pj::motif_text(bars_of("motif_variation", 64, 4)));
  CHECK(pj::motif_text(bars_of("motif_variation", 128, 3)).starts_with(text));
  CHECK_THROWS_WITH_AS(bars_of("motif_rich", 0),
                       "motif: bars must be between 1 and 16777216, got 0", pj::ValueError);
}

TEST_CASE("a corpus plays as a MIDI file of two seconds a bar") {
  const auto bars = bars_of("motif_variation", 64);
  std::size_t notes = 0;
  for (const MotifBar& bar : bars) notes += bar.notes.size();
  const auto played =
      pj::timed_messages(pj::parse_midi(pj::write_midi(pj::motif_messages(bars)), true));
  CHECK(played.size() == 2 * notes);
  CHECK(played.back().seconds <= 128.0);
  CHECK(played.back().seconds > 126.0);
}

TEST_SUITE_END();
