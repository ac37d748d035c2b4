#include "pj/train/safetensors.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "pj/core/files.h"
#include "pj/core/random.h"
#include "testing/golden.h"
#include "testing/gradient_check.h"
#include "testing/temp_folder.h"

using namespace pj;
namespace fs = std::filesystem;

namespace {

/// A file of the given header and data, with the header's true length.
std::string file_bytes(const std::string& header, const std::string& data = "") {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + data;
}

/// The message that parsing these bytes throws, without the place; empty if it does not.
std::string fault_of(const std::string& bytes) {
  try {
    parse_tensor_file(bytes, "f");
  } catch (const IoError& error) {
    const std::string text = error.what();
    CHECK(text.starts_with("f: byte "));
    return text.substr(3);
  }
  return "";
}

TensorFile small_file() {
  TensorFile file;
  file.metadata = {{"b", "two \"words\""}, {"a", "\xC3\xA9"}};
  file.tensors["x"] = entry_of(Tensor::from({2, 1}, {1.5, -2}));
  file.tensors["count"] = {Dtype::kI64, Shape{}, std::string(8, '\1')};
  file.tensors["bytes"] = {Dtype::kU8, {3}, "abc"};
  file.tensors["none"] = {Dtype::kF64, {0, 4}, ""};
  return file;
}

std::string bytes_written(const TensorFile& file) {
  const testing::TempFolder folder;
  write_tensor_file(folder.path() / "f", file);
  return read_file(folder.path() / "f");
}

}  // namespace

TEST_SUITE_BEGIN("safetensors");

TEST_CASE("a file comes back as it was written, and writes the same bytes again") {
  const testing::TempFolder folder;
  const fs::path path = folder.path() / "f";
  write_tensor_file(path, small_file());
  const TensorFile file = read_tensor_file(path);
  CHECK(file == small_file());
  CHECK(bytes_written(file) == read_file(path));
  CHECK(testing::max_difference(tensor_of(file.tensors.at("x"), "x"),
                                Tensor::from({2, 1}, {1.5, -2})) == 0);
}

TEST_CASE("the bytes are those of the format") {
  TensorFile file;
  file.metadata["k"] = "v";
  file.tensors["t"] = {Dtype::kU8, {1, 2}, "ab"};
  const std::string header =
      R"({"__metadata__":{"k":"v"},"t":{"data_offsets":[0,2],"dtype":"U8","shape":[1,2]}})";
  const std::string padding((8 - header.size() % 8) % 8, ' ');
  CHECK(bytes_written(file) == file_bytes(header + padding, "ab"));
}

TEST_CASE("a file of another program is read, at either precision of this one") {
  const TensorFile file = read_tensor_file(testing::golden_path("lm_none.safetensors"));
  CHECK(file.metadata.at("method") == "none");
  CHECK(file.tensors.size() == 29);
  const TensorEntry& entry = file.tensors.at("head.weight");
  CHECK(entry.shape == Shape{29, 24});
  float first;
  std::memcpy(&first, entry.bytes.data(), sizeof first);
  CHECK(tensor_of(entry, "head.weight").data()[0] == static_cast<real>(first));
}

TEST_CASE("numbers that stand at odd addresses are read") {
  const double numbers[] = {0.5, -3.25};
  std::string data(1, 'z');
  data.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
  const std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
                             R"( "b":{"dtype":"F64","shape":[2],"data_offsets":[1,17]}})";
  const Tensor b = tensor_of(parse_tensor_file(file_bytes(header, data), "f").tensors.at("b"), "b");
  CHECK(testing::max_difference(b, Tensor::from({2}, {0.5, -3.25})) == 0);
}

TEST_CASE("a fault names the path") {
  const testing::TempFolder folder;
  const fs::path path = folder.path() / "f";
  write_file_atomically(path, "short");
  CHECK_THROWS_WITH_AS(read_tensor_file(path),
                       message(path.string(), ": byte 0: must begin with the 8-byte length of a ",
                               "header, got 5 bytes in all")
                           .c_str(),
                       IoError);
}

TEST_CASE("a file cut at any byte is refused") {
  const std::string whole = bytes_written(small_file());
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_MESSAGE(fault_of(whole.substr(0, size)) != "", size);
  CHECK(fault_of(whole + "x") != "");
}

TEST_CASE("a file with any bytes changed is read or refused, and nothing else") {
  const std::string whole = bytes_written(small_file());
  Stream stream(1, "flips");
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string bytes = whole;
    for (index_t flips = stream.below(3); flips >= 0; --flips)
      bytes[static_cast<std::size_t>(stream.below(static_cast<index_t>(bytes.size())))] =
          static_cast<char>(stream.below(256));
    refused += fault_of(bytes).empty() ? 0 : 1;
  }
  CHECK(refused > 10000);
}

TEST_CASE("a header length that is not true is refused") {
  CHECK(fault_of("short") ==
        "byte 0: must begin with the 8-byte length of a header, got 5 bytes in all");
  CHECK(fault_of(std::string(8, '\xFF')) ==
        "byte 0: header length must be at most 100000000 and within the file of 8 bytes, got "
        "18446744073709551615");
  CHECK(fault_of(std::string("\x03\0\0\0\0\0\0\0{}", 10)) ==
        "byte 0: header length must be at most 100000000 and within the file of 10 bytes, got 3");
}

TEST_CASE("a header that is not one strict JSON object is refused") {
  CHECK(fault_of(file_bytes("")) == "byte 8: JSON must begin with {, got nothing");
  CHECK(fault_of(file_bytes("[]")) == "byte 8: JSON must begin with {, got another byte");
  CHECK(fault_of(file_bytes("\xEF\xBB\xBF{}")) ==
        "byte 8: JSON must begin with {, got another byte");
  CHECK(fault_of(file_bytes(std::string("{}\0x", 4))) == "byte 10: JSON must not hold a zero byte");
  for (const char* header : {"{", "{}x", "{\"a\":1e999}", "{\"\xFF\":1}", "{\"a\":NaN}", "{'a':1}"})
    CHECK_MESSAGE(
        fault_of(file_bytes(header)).find("must be strict JSON, got ") != std::string::npos,
        header);
  CHECK(fault_of(file_bytes("{\"a\":" + std::string(100000, '[') + "}")) ==
        "byte 8: JSON must be at most 3 levels deep, got more");
  CHECK(fault_of(file_bytes(R"({"a":{"shape":[1],"shape":[2]}})")) ==
        "byte 8: each key must stand once, got \"shape\" twice");
  CHECK(fault_of(file_bytes(R"({"a":{},"a":{}})")) ==
        "byte 8: each key must stand once, got \"a\" twice");
}

TEST_CASE("entries that break the format are refused, each by its reason") {
  const auto entry = [](const std::string& dtype, const std::string& shape,
                        const std::string& offsets) {
    return file_bytes(R"({"w":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" +
                          offsets + "}}",
                      "12345678");
  };
  CHECK(fault_of(entry("\"F32\"", "[2]", "[0,8]")) == "");
  CHECK(fault_of(entry("\"BF16\"", "[4]", "[0,8]")) ==
        "byte 9: w: dtype must be one of F32, F64, I64, U8, got \"BF16\"");
  CHECK(fault_of(entry("7", "[4]", "[0,8]")) ==
        "byte 9: w: dtype must be one of F32, F64, I64, U8, got 7");
  for (const char* shape : {"[1,1,1,1,1,1,2]", "[-2]", "[2.0]", "2", "[9223372036854775808]"})
    CHECK(fault_of(entry("\"F32\"", shape, "[0,8]")) ==
          message("byte 9: w: shape must be at most 6 sizes, got ", shape));
  for (const char* shape : {"[3]", "[]", "[4611686018427387904,4]", "[0,4611686018427387904,4]",
                            "[9223372036854775807]"})
    CHECK(fault_of(entry("\"F32\"", shape, "[0,8]")) ==
          message("byte 9: w: data_offsets must span the bytes of F32 ", shape, ", got 8"));
  for (const char* offsets : {"[8,0]", "[0,9]", "[0,9223372036854775807]"})
    CHECK(fault_of(entry("\"F32\"", "[2]", offsets)) ==
          message("byte 9: w: data_offsets must rise within the 8 bytes of data, got ", offsets));
  for (const char* offsets : {"[8]", "[0,4,8]", "[-1,7]", "{}", "[\"0\",8]"})
    CHECK(fault_of(entry("\"F32\"", "[2]", offsets)) ==
          message("byte 9: w: data_offsets must be a begin and an end, got ", offsets));
  CHECK(fault_of(file_bytes(R"({ "w" : {"dtype":"U8"}})")) ==
        "byte 10: w must hold dtype, shape and data_offsets, got {\"dtype\":\"U8\"}");
  CHECK(fault_of(file_bytes(R"({"__metadata__":{"k":1}})")) ==
        "byte 9: __metadata__ must hold strings, got 1 for k");
  CHECK(fault_of(file_bytes(R"({"__metadata__":"k"})")) ==
        "byte 8: __metadata__ must be an object, got \"k\"");
}

TEST_CASE("gaps, overlaps and loose bytes of the data are refused") {
  const auto pair = [](const std::string& a, const std::string& b) {
    const std::string rest = R"(,"dtype":"U8","shape":[2]})";
    return file_bytes(
        R"({"a":{"data_offsets":)" + a + rest + R"(,"b":{"data_offsets":)" + b + rest + "}",
        "1234");
  };
  const std::size_t data = pair("[0,2]", "[2,4]").size() - 4;
  CHECK(fault_of(pair("[2,4]", "[0,2]")) == "");
  CHECK(fault_of(pair("[0,2]", "[1,3]")) ==
        message("byte ", data + 1, ": b: numbers must begin where the tensor before ends, at 2, ",
                "got 1"));
  CHECK(
      fault_of(pair("[1,3]", "[1,3]")) ==
      message("byte ", data, ": a: numbers must begin where the tensor before ends, at 0, got 1"));
  CHECK(fault_of(file_bytes("{}", "12")) ==
        "byte 10: data must end with the last tensor, got 2 more bytes");
}

TEST_CASE("integers and numbers out of range are no model tensors") {
  CHECK_THROWS_WITH_AS(tensor_of(small_file().tensors.at("count"), "f: count"),
                       "f: count: dtype must be F32 or F64 for a model, got I64", IoError);
  const double large = 1e300;
  TensorEntry entry{Dtype::kF64, {1}, std::string(8, '\0')};
  std::memcpy(entry.bytes.data(), &large, 8);
  if (sizeof(real) == 4)
    CHECK_THROWS_WITH_AS(tensor_of(entry, "f: w"),
                         "f: w: number 0 must be in the range of this build's numbers, got 1e+300",
                         IoError);
  else
    CHECK(static_cast<double>(tensor_of(entry, "f: w").item()) == large);
}

TEST_CASE("content that cannot be written is refused before the file is touched") {
  const testing::TempFolder folder;
  const fs::path path = folder.path() / "f";
  TensorFile file;
  file.tensors["__metadata__"] = {Dtype::kU8, {1}, "a"};
  CHECK_THROWS_AS(write_tensor_file(path, file), ValueError);
  file.tensors = {{"w", {Dtype::kF32, {2}, "abc"}}};
  CHECK_THROWS_WITH_AS(write_tensor_file(path, file),
                       "write_tensor_file: w must hold the bytes of F32 (2), got 3", ValueError);
  file.tensors = {{"\xFF", {Dtype::kU8, {1}, "a"}}};
  CHECK_THROWS_WITH_AS(write_tensor_file(path, file),
                       "write_tensor_file: names and metadata must be UTF-8, got other bytes",
                       ValueError);
  CHECK_FALSE(fs::exists(path));
}

TEST_SUITE_END();
