#include "experiments/quantise.h"

#include <algorithm>
#include <cmath>

#include "pj/core/join.h"
#include "pj/tensor/chunks.h"

namespace pj {
namespace {

constexpr index_t kRowChunk = 2048;

/// The largest magnitude of each column.
template <class T>
std::vector<T> column_peaks(std::span<const T> x, index_t columns) {
  const index_t rows = static_cast<index_t>(x.size()) / columns;
  const index_t chunks = num_chunks(rows, kRowChunk);
  std::vector<T> peaks(static_cast<std::size_t>(chunks * columns), T{0});
  for_each_chunk(
      rows,
      [&](index_t begin, index_t end) {
        T* const peak = peaks.data() + begin / kRowChunk * columns;
        for (index_t i = begin; i < end; ++i)
          for (index_t c = 0; c < columns; ++c)
            peak[c] = std::max(peak[c], std::abs(x[static_cast<std::size_t>(i * columns + c)]));
      },
      kRowChunk);
  for (index_t i = columns; i < chunks * columns; ++i) {
    T& peak = peaks[static_cast<std::size_t>(i % columns)];
    peak = std::max(peak, peaks[static_cast<std::size_t>(i)]);
  }
  peaks.resize(static_cast<std::size_t>(columns));
  return peaks;
}

}  // namespace

const std::vector<Precision>& precisions() {
  static const std::vector<Precision> all = {{"fp32", 0}, {"int8", 8}, {"int4", 4}};
  return all;
}

std::vector<std::string> precision_names() {
  std::vector<std::string> names;
  for (const Precision& precision : precisions()) names.push_back(precision.name);
  return names;
}

const Precision& find_precision(std::string_view name) {
  for (const Precision& precision : precisions())
    if (precision.name == name) return precision;
  throw UsageError(
      message("precision must be one of ", join(precision_names(), ", "), ", got '", name, "'"));
}

template <class T>
void quantise(std::span<const T> in, index_t columns, int bits, std::span<T> out) {
  const auto size = static_cast<index_t>(in.size());
  require<ValueError>(columns >= 1 && size % columns == 0 && out.size() == in.size(),
                      "quantise: sizes must be whole rows of ", columns, ", got ", in.size(),
                      " into ", out.size());
  require<ValueError>(bits == 0 || (bits >= 2 && bits <= 16),
                      "quantise: bits must be 0 or 2 to 16, got ", bits);
  if (bits == 0) {
    std::copy(in.begin(), in.end(), out.begin());
    return;
  }
  const auto levels = static_cast<T>((1 << (bits - 1)) - 1);
  std::vector<T> scales = column_peaks(in, columns);
  for (T& scale : scales) scale = scale > 0 ? scale / levels : T{1};
  for_each_chunk(
      size / columns,
      [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i)
          for (index_t c = 0; c < columns; ++c) {
            const auto at = static_cast<std::size_t>(i * columns + c);
            const T scale = scales[static_cast<std::size_t>(c)];
            out[at] = std::nearbyint(in[at] / scale) * scale;
          }
      },
      kRowChunk);
}

template <class T>
double relative_error(std::span<const T> approximation, std::span<const T> exact) {
  const auto size = static_cast<index_t>(exact.size());
  std::vector<double> parts(static_cast<std::size_t>(2 * num_chunks(size, kRowChunk)), 0.0);
  for_each_chunk(
      size,
      [&](index_t begin, index_t end) {
        double error = 0.0, norm = 0.0;
        for (index_t i = begin; i < end; ++i) {
          const auto x = static_cast<double>(exact[static_cast<std::size_t>(i)]);
          const double e = static_cast<double>(approximation[static_cast<std::size_t>(i)]) - x;
          error += e * e;
          norm += x * x;
        }
        parts[static_cast<std::size_t>(2 * (begin / kRowChunk))] = error;
        parts[static_cast<std::size_t>(2 * (begin / kRowChunk) + 1)] = norm;
      },
      kRowChunk);
  double error = 0.0, norm = 0.0;
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    error += parts[i];
    norm += parts[i + 1];
  }
  return std::sqrt(error / norm);
}

template void quantise(std::span<const float>, index_t, int, std::span<float>);
template void quantise(std::span<const double>, index_t, int, std::span<double>);
template double relative_error(std::span<const float>, std::span<const float>);
template double relative_error(std::span<const double>, std::span<const double>);

}  // namespace pj
