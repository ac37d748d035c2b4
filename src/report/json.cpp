#include "pj/report/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace pj {
namespace {

Json json_item(double item) { return json_number(item); }
Json json_item(const std::filesystem::path& item) { return item.string(); }
template <class T>
Json json_item(const T& item) {
  return item;
}
template <class T>
Json json_item(const std::vector<T>& list) {
  Json array = Json::array();
  for (const T& item : list) array.push_back(json_item(item));
  return array;
}

}  // namespace

Json json_number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_settings(const Arguments& arguments) {
  Json settings = Json::object();
  for (const Option& option : arguments.declared())
    settings[option.name] = std::visit([](const auto& value) { return json_item(value); },
                                       arguments.value(option.name));
  return settings;
}

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pj
