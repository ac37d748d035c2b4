#include "pj/train/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <vector>

#include "pj/core/files.h"
#include "strict_json.h"

namespace pj {
namespace {

using Json = nlohmann::json;
static_assert(std::endian::native == std::endian::little, "tensor files are read in place");

constexpr index_t kLengthBytes = 8, kMaxHeader = 100'000'000, kAlignment = 8;
constexpr const char* kMetadata = "__metadata__";
// {"NAME": {"shape": [..]}}
constexpr int kHeaderDepth = 3;

struct DtypeRow {
  Dtype dtype;
  const char* name;
  index_t size;
};
constexpr DtypeRow kDtypes[] = {{Dtype::kF32, "F32", 4},
                                {Dtype::kF64, "F64", 8},
                                {Dtype::kI64, "I64", 8},
                                {Dtype::kU8, "U8", 1}};

const DtypeRow& row_of(Dtype dtype) {
  return *std::find_if(std::begin(kDtypes), std::end(kDtypes),
                       [&](const DtypeRow& row) { return row.dtype == dtype; });
}

/// The bytes of a shape; nothing if they or a stride would overflow.
std::optional<index_t> bytes_of(std::span<const index_t> sizes, index_t item) {
  index_t count = 1, strides = item;
  for (const index_t size : sizes) {
    count *= size == 0 ? 0 : 1;
    if (__builtin_mul_overflow(strides, std::max<index_t>(size, 1), &strides)) return std::nullopt;
  }
  return count * strides;
}

/// Where one tensor's numbers stand in the data.
struct Extent {
  index_t begin, end;
  std::string name;
};

/// Walks one file; every fault is an IoError with place and byte.
class Reader {
 public:
  Reader(std::string_view content, const std::string& where) : where_(where), content_(content) {}

  TensorFile read() {
    const Json header = read_header();
    TensorFile file;
    for (const auto& [name, value] : header.items()) {
      if (name == kMetadata)
        file.metadata = read_metadata(value);
      else
        file.tensors.emplace(name, read_entry(name, value));
    }
    check_cover();
    return file;
  }

 private:
  template <class... Parts>
  void check(bool holds, index_t byte, const Parts&... parts) const {
    require<IoError>(holds, where_, ": byte ", byte, ": ", parts...);
  }

  Json read_header() {
    const index_t size = static_cast<index_t>(content_.size());
    check(size >= kLengthBytes, 0, "must begin with the 8-byte length of a header, got ", size,
          " bytes in all");
    std::uint64_t length = 0;
    std::memcpy(&length, content_.data(), sizeof length);
    check(length <= static_cast<std::uint64_t>(std::min(kMaxHeader, size - kLengthBytes)), 0,
          "header length must be at most ", kMaxHeader, " and within the file of ", size,
          " bytes, got ", length);
    data_begin_ = kLengthBytes + static_cast<index_t>(length);
    header_ = content_.substr(kLengthBytes, length);
    data_size_ = size - data_begin_;
    return parse_object(header_, where_, kLengthBytes, kHeaderDepth);
  }

  std::map<std::string, std::string> read_metadata(const Json& value) const {
    const index_t byte = byte_of(kMetadata);
    check(value.is_object(), byte, kMetadata, " must be an object, got ", shown(value));
    std::map<std::string, std::string> metadata;
    for (const auto& [key, text] : value.items()) {
      check(text.is_string(), byte, kMetadata, " must hold strings, got ", shown(text), " for ",
            key);
      metadata.emplace(key, text.get<std::string>());
    }
    return metadata;
  }

  TensorEntry read_entry(const std::string& name, const Json& value) {
    const index_t byte = byte_of(name);
    check(value.is_object() && value.size() == 3 && value.contains("dtype") &&
              value.contains("shape") && value.contains("data_offsets"),
          byte, name, " must hold dtype, shape and data_offsets, got ", shown(value));
    const DtypeRow& dtype = read_dtype(name, value["dtype"]);
    const auto sizes = read_indices(value["shape"]);
    check(sizes && static_cast<index_t>(sizes->size()) <= Shape::kMaxRank, byte, name,
          ": shape must be at most ", Shape::kMaxRank, " sizes, got ", shown(value["shape"]));
    const auto offsets = read_indices(value["data_offsets"]);
    check(offsets && offsets->size() == 2, byte, name,
          ": data_offsets must be a begin and an end, got ", shown(value["data_offsets"]));
    const index_t begin = (*offsets)[0], end = (*offsets)[1];
    check(begin <= end && end <= data_size_, byte, name, ": data_offsets must rise within the ",
          data_size_, " bytes of data, got ", shown(value["data_offsets"]));
    const auto bytes = bytes_of(*sizes, dtype.size);
    check(bytes == end - begin, byte, name, ": data_offsets must span the bytes of ", dtype.name,
          " ", shown(value["shape"]), ", got ", end - begin);
    extents_.push_back({begin, end, name});
    return {dtype.dtype, Shape(*sizes),
            std::string(content_.substr(static_cast<std::size_t>(data_begin_ + begin),
                                        static_cast<std::size_t>(end - begin)))};
  }

  const DtypeRow& read_dtype(const std::string& name, const Json& value) const {
    std::string known;
    for (const DtypeRow& row : kDtypes) {
      if (value == row.name) return row;
      known += message(known.empty() ? "" : ", ", row.name);
    }
    throw IoError(message(where_, ": byte ", byte_of(name), ": ", name, ": dtype must be one of ",
                          known, ", got ", shown(value)));
  }

  static std::optional<std::vector<index_t>> read_indices(const Json& value) {
    if (!value.is_array()) return std::nullopt;
    std::vector<index_t> numbers;
    for (const Json& item : value) {
      if (!item.is_number_unsigned() || item.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
      numbers.push_back(item.get<index_t>());
    }
    return numbers;
  }

  /// Every byte of the data must belong to one tensor.
  void check_cover() {
    std::sort(extents_.begin(), extents_.end(), [](const Extent& a, const Extent& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    index_t covered = 0;
    for (const Extent& extent : extents_) {
      check(extent.begin == covered, data_begin_ + std::min(covered, extent.begin), extent.name,
            ": numbers must begin where the tensor before ends, at ", covered, ", got ",
            extent.begin);
      covered = extent.end;
    }
    check(covered == data_size_, data_begin_ + covered, "data must end with the last tensor, got ",
          data_size_ - covered, " more bytes");
  }

  /// Where a key of the header stands whose value is an object, as no key of the metadata has.
  index_t byte_of(const std::string& name) const {
    const std::string quoted = Json(name).dump();
    for (std::size_t at = header_.find(quoted); at != std::string_view::npos;
         at = header_.find(quoted, at + 1)) {
      const std::size_t next = header_.find_first_not_of(" \t\r\n:", at + quoted.size());
      if (next != std::string_view::npos && header_[next] == '{')
        return kLengthBytes + static_cast<index_t>(at);
    }
    return kLengthBytes;
  }

  static std::string shown(const Json& value) { return shortened(value.dump()); }

  const std::string& where_;
  std::string_view content_, header_;
  index_t data_begin_ = 0, data_size_ = 0;
  std::vector<Extent> extents_;
};

template <class From>
Tensor converted(const TensorEntry& entry, const std::string& where) {
  Tensor tensor = Tensor::empty(entry.shape);
  for (index_t i = 0; i < tensor.size(); ++i) {
    From value;
    std::memcpy(&value, entry.bytes.data() + static_cast<std::size_t>(i) * sizeof value,
                sizeof value);
    const real stored = static_cast<real>(value);
    require<IoError>(std::isfinite(stored) || !std::isfinite(value), where, ": number ", i,
                     " must be in the range of this build's numbers, got ", value);
    tensor.data()[i] = stored;
  }
  return tensor;
}

std::string header_of(const TensorFile& file) {
  Json header = Json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  index_t begin = 0;
  for (const auto& [name, entry] : file.tensors) {
    const DtypeRow& dtype = row_of(entry.dtype);
    const index_t end = begin + static_cast<index_t>(entry.bytes.size());
    require<ValueError>(name != kMetadata, "write_tensor_file: a tensor must not be called ", name);
    require<ValueError>(bytes_of(entry.shape.sizes(), dtype.size) == end - begin,
                        "write_tensor_file: ", name, " must hold the bytes of ", dtype.name, " ",
                        entry.shape, ", got ", end - begin);
    header[name] = {
        {"data_offsets", {begin, end}}, {"dtype", dtype.name}, {"shape", entry.shape.sizes()}};
    begin = end;
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::exception&) {
    throw ValueError("write_tensor_file: names and metadata must be UTF-8, got other bytes");
  }
  const std::size_t rest = text.size() % kAlignment;
  return text.append(rest == 0 ? 0 : kAlignment - rest, ' ');
}

}  // namespace

TensorEntry entry_of(const Tensor& tensor) {
  return {sizeof(real) == 4 ? Dtype::kF32 : Dtype::kF64, tensor.shape(),
          std::string(reinterpret_cast<const char*>(tensor.data()),
                      static_cast<std::size_t>(tensor.size()) * sizeof(real))};
}

Tensor tensor_of(const TensorEntry& entry, const std::string& where) {
  if (entry.dtype == Dtype::kF32) return converted<float>(entry, where);
  if (entry.dtype == Dtype::kF64) return converted<double>(entry, where);
  throw IoError(
      message(where, ": dtype must be F32 or F64 for a model, got ", row_of(entry.dtype).name));
}

TensorFile parse_tensor_file(std::string_view content, const std::string& where) {
  return Reader(content, where).read();
}

TensorFile read_tensor_file(const std::filesystem::path& path) {
  return parse_tensor_file(read_file(path), path.string());
}

void write_tensor_file(const std::filesystem::path& path, const TensorFile& file) {
  const std::string header = header_of(file);
  const std::uint64_t length = header.size();
  write_file_atomically(path, [&](std::ostream& out) {
    out.write(reinterpret_cast<const char*>(&length), sizeof length);
    out << header;
    for (const auto& [name, entry] : file.tensors) out << entry.bytes;
  });
}

}  // namespace pj
