#pragma once

#include <span>
#include <string>
#include <vector>

#include "pj/core/error.h"

namespace pj {

/// A number format of the light-cone probes: "fp32" as it is, or symmetric integers of `bits` bits.
struct Precision {
  std::string name;
  int bits = 0;  ///< 0 for no quantisation
};

/// fp32, int8, int4.
const std::vector<Precision>& precisions();
std::vector<std::string> precision_names();

/// The row of a name; throws UsageError that lists the names.
const Precision& find_precision(std::string_view name);

/// Rounds every column of a row-major (rows, columns) matrix to symmetric integers times a scale of
/// its own (half to even) and writes the values they stand for; with columns = 1 the whole has one
/// scale. A column of zeros stays.
///
///   scale = max |x| / q,  q = 2^(bits-1) - 1,  x <- scale * round(x / scale)
///
/// `out` may be `in`; bits = 0 copies. Throws ValueError unless the sizes fit and bits is 0
/// or 2..16.
template <class T>
void quantise(std::span<const T> in, index_t columns, int bits, std::span<T> out);

/// ||approximation - exact|| / ||exact||, 2-norms in double.
template <class T>
double relative_error(std::span<const T> approximation, std::span<const T> exact);

}  // namespace pj
