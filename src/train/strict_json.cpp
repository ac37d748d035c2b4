#include "strict_json.h"

#include <set>
#include <vector>

namespace pj {
namespace {

using Json = nlohmann::json;

/// Looks on while the parser works; `where` leads the messages.
class Watcher {
 public:
  Watcher(const std::string& where, int max_depth) : where_(where), max_depth_(max_depth) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    if (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start) {
      require<IoError>(depth < max_depth_, where_, "JSON must be at most ", max_depth_,
                       " levels deep, got more");
      keys_.resize(static_cast<std::size_t>(depth) + 1);
      keys_.back().clear();
    }
    if (event == Json::parse_event_t::key)
      require<IoError>(
          keys_[static_cast<std::size_t>(depth) - 1].insert(parsed.get<std::string>()).second,
          where_, "each key must stand once, got ", shortened(parsed.dump()), " twice");
    return true;
  }

 private:
  const std::string& where_;
  int max_depth_;
  std::vector<std::set<std::string>> keys_;  // by depth; an array leaves its own unused
};

/// The library's words without its code in brackets.
std::string reason_of(const Json::exception& error) {
  const std::string text = error.what();
  const std::size_t end = text.find("] ");
  return shortened(end == std::string::npos ? text : text.substr(end + 2));
}

}  // namespace

Json parse_object(std::string_view text, const std::string& where, index_t first_byte,
                  int max_depth) {
  const std::string start = message(where, ": byte ", first_byte, ": ");
  // The parser takes a zero byte for the end of the text and skips a byte-order mark.
  const std::size_t zero = text.find('\0');
  require<IoError>(zero == std::string_view::npos, where, ": byte ",
                   first_byte + static_cast<index_t>(zero), ": JSON must not hold a zero byte");
  require<IoError>(!text.empty() && text.front() == '{', start, "JSON must begin with {, got ",
                   text.empty() ? "nothing" : "another byte");
  try {
    return Json::parse(text.begin(), text.end(), Watcher(start, max_depth));
  } catch (const Json::parse_error& error) {
    throw IoError(message(where, ": byte ", first_byte + static_cast<index_t>(error.byte),
                          ": must be strict JSON, got ", reason_of(error)));
  } catch (const Json::exception& error) {
    throw IoError(start + "must be strict JSON, got " + reason_of(error));
  }
}

std::string shortened(std::string text) {
  constexpr std::size_t kMost = 160;
  if (text.size() > kMost) text = text.substr(0, kMost - 3) + "...";
  return text;
}

}  // namespace pj
