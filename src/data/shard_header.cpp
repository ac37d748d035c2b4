#include "pj/data/shard_header.h"

#include <nlohmann/json.hpp>

namespace pj {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "pjrope-tokens";
constexpr int kVersion = 1;

template <class T>
T field(const json& object, const char* key) {
  require<ValueError>(object.is_object() && object.contains(key), "header lacks \"", key, "\"");
  try {
    return object.at(key).get<T>();
  } catch (const json::exception&) {
    throw ValueError(message("header field \"", key, "\" has the wrong type"));
  }
}

/// An integer, and not a number that would be rounded to one.
index_t integer_field(const json& object, const char* key, index_t low, index_t high) {
  const json value = field<json>(object, key);
  require<ValueError>(value.is_number_integer(), "header field \"", key, "\" must be an integer");
  const bool too_large =
      value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(high);
  require<ValueError>(!too_large && value.get<index_t>() >= low, "header field \"", key,
                      "\" must be between ", low, " and ", high, ", got ", value.dump());
  return value.get<index_t>();
}

std::string hash_field(const json& object, const char* key) {
  const auto hash = field<std::string>(object, key);
  require<ValueError>(
      hash.size() == 64 && hash.find_first_not_of("0123456789abcdef") == std::string::npos,
      "header field \"", key, "\" must be 64 hexadecimal digits");
  return hash;
}

/// Parses with bounded nesting, so that no header costs many times its size.
json parse_flat(std::string_view text) {
  constexpr int kDeepest = 4;
  const auto limit = [](int depth, json::parse_event_t, json&) {
    require<ValueError>(depth <= kDeepest, "header's JSON is nested too deeply");
    return true;
  };
  try {
    return json::parse(text, limit);
  } catch (const json::exception&) {
    throw ValueError("header is not JSON");
  }
}

std::vector<std::uint32_t> parse_checksums(const json& list) {
  std::vector<std::uint32_t> checksums;
  for (const json& item : list) {
    require<ValueError>(item.is_number_unsigned() && item.get<std::uint64_t>() <= 0xFFFFFFFF,
                        "header's frame checksums must be 32-bit integers, got ", item.dump());
    checksums.push_back(item.get<std::uint32_t>());
  }
  return checksums;
}

std::vector<Document> parse_documents(const json& list, index_t num_tokens) {
  std::vector<Document> documents;
  index_t earliest = 0;
  for (const json& item : list) {
    earliest = integer_field(item, "start", earliest, num_tokens);
    documents.push_back({earliest, field<std::string>(item, "title")});
  }
  return documents;
}

std::vector<Source> parse_sources(const json& list) {
  constexpr index_t kLargest = index_t{1} << 62;
  std::vector<Source> sources;
  for (const json& item : list)
    sources.push_back({field<std::string>(item, "name"), integer_field(item, "size", 0, kLargest),
                       hash_field(item, "sha256")});
  return sources;
}

}  // namespace

void require_valid(const CorpusInfo& info) {
  require<ValueError>(info.vocab >= 1 && info.vocab <= token_limit(info.dtype),
                      "vocab must be between 1 and ", token_limit(info.dtype), " for dtype ",
                      token_type_name(info.dtype), ", got ", info.vocab);
}

std::string shard_header_json(const ShardHeader& header) {
  json documents = json::array(), sources = json::array();
  for (const Document& document : header.documents)
    documents.push_back({{"start", document.start}, {"title", document.title}});
  for (const Source& source : header.sources)
    sources.push_back({{"name", source.name}, {"size", source.size}, {"sha256", source.sha256}});
  const json object = {{"format", kFormat},
                       {"version", kVersion},
                       {"dtype", token_type_name(header.corpus.dtype)},
                       {"vocab", header.corpus.vocab},
                       {"tokenizer", header.corpus.tokenizer},
                       {"settings", header.corpus.settings},
                       {"num_tokens", header.num_tokens},
                       {"sha256", header.sha256},
                       {"frame_checksums", header.frame_checksums},
                       {"documents", documents},
                       {"sources", sources},
                       {"tool", header.tool}};
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

ShardHeader parse_shard_header(std::string_view text) {
  const json object = parse_flat(text);
  const auto format = field<std::string>(object, "format");
  require<ValueError>(format == kFormat, "header's format must be ", kFormat, ", got ", format);
  const index_t version = integer_field(object, "version", 0, index_t{1} << 62);
  require<ValueError>(version == kVersion, "header's version must be ", kVersion, ", got ", version,
                      "; a newer pjrope may read it");
  ShardHeader header;
  header.corpus.dtype = token_type(field<std::string>(object, "dtype"));
  header.corpus.vocab = integer_field(object, "vocab", 1, token_limit(header.corpus.dtype));
  header.corpus.tokenizer = field<std::string>(object, "tokenizer");
  header.corpus.settings = field<std::map<std::string, std::string>>(object, "settings");
  header.num_tokens = integer_field(object, "num_tokens", 0, index_t{1} << 40);
  require<ValueError>(header.num_tokens > 0, "shard holds no tokens");
  header.sha256 = hash_field(object, "sha256");
  header.frame_checksums = parse_checksums(field<json>(object, "frame_checksums"));
  header.documents = parse_documents(field<json>(object, "documents"), header.num_tokens);
  header.sources = parse_sources(field<json>(object, "sources"));
  header.tool = field<std::string>(object, "tool");
  return header;
}

}  // namespace pj
