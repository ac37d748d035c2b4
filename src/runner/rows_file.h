#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "pj/runner/results.h"

namespace pj {

/// The records as CSV text with a header, of the columns that `keep` chooses.
std::string records_csv(const std::vector<ResultColumn>& columns,
                        const std::vector<Record>& records,
                        const std::function<bool(const ResultColumn&)>& keep);

/// Reads a file of all columns back; throws IoError if its header is another.
std::vector<Record> read_records(const std::filesystem::path& path,
                                 const std::vector<ResultColumn>& columns);

/// The values of the key columns, for messages and for finding a row: "target phase, seed 0".
/// Numbers are normalised, so that "5" and "5.0" are one. `only` limits the columns if not empty.
std::string key_text(const Record& record, const std::vector<ResultColumn>& columns,
                     const std::vector<std::string>& only = {});

}  // namespace pj
