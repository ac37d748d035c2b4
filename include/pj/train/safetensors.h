#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "pj/tensor/tensor.h"

namespace pj {

/// The number types of a tensor file this project reads and writes.
enum class Dtype { kF32, kF64, kI64, kU8 };

/// One tensor of a file: row-major numbers as little-endian bytes.
struct TensorEntry {
  Dtype dtype = Dtype::kF32;
  Shape shape;
  std::string bytes;

  bool operator==(const TensorEntry&) const = default;
};

/// What a safetensors file holds.
struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, TensorEntry> tensors;

  bool operator==(const TensorFile&) const = default;
};

/// The numbers of a tensor as an entry, F32 or F64 as `real` is.
TensorEntry entry_of(const Tensor& tensor);
/// An F32 or F64 entry as `real`; throws IoError beginning with `where` for another dtype or a
/// finite number beyond the range of `real`.
Tensor tensor_of(const TensorEntry& entry, const std::string& where);

/// Reads a safetensors file:
///
///   8 bytes        length N of the header, little-endian
///   N bytes        JSON {"NAME": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, ...},
///                  with an optional "__metadata__" of strings
///   to the end     the numbers; data_offsets are begin and end from byte 8 + N
///
/// Nothing in the file is trusted: the header must be strict JSON of at most 100 MB within the
/// file, each shape must take exactly the bytes of its offsets, and the tensors together must cover
/// the data without a gap or an overlap. Data may stand at any alignment. Throws IoError
/// `path: byte N: what must hold, got value`.
TensorFile read_tensor_file(const std::filesystem::path& path);
/// The same for the bytes of a file; `where` takes the place of the path.
TensorFile parse_tensor_file(std::string_view content, const std::string& where);

/// Writes the file atomically. Names are sorted in the header and in the data, so that equal
/// content gives equal bytes; the header is padded with spaces to a multiple of 8. Throws IoError
/// if the system refuses, ValueError if a text is not UTF-8, a tensor is called "__metadata__" or
/// an entry has not the bytes of its shape.
void write_tensor_file(const std::filesystem::path& path, const TensorFile& file);

}  // namespace pj
