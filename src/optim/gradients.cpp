#include "pj/optim/gradients.h"

#include <cmath>
#include <limits>
#include <vector>

#include "slices.h"

namespace pj {
namespace {

double sum_of_squares(const real* x, index_t n) {
  double sum = 0.0;
#pragma omp simd reduction(+ : sum)
  for (index_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return sum;
}

bool is_finite(const real* x, index_t n) {
  index_t bad = 0;
#pragma omp simd reduction(+ : bad)
  for (index_t i = 0; i < n; ++i) bad += std::abs(x[i]) <= std::numeric_limits<real>::max() ? 0 : 1;
  return bad == 0;
}

std::vector<Slice> slices_of_defined(std::span<const Tensor> tensors) {
  std::vector<index_t> sizes;
  for (const Tensor& tensor : tensors) sizes.push_back(tensor.defined() ? tensor.size() : 0);
  return slices_of(sizes);
}

}  // namespace

double clip_gradients(std::span<Variable> parameters, double max_norm) {
  require<ValueError>(max_norm > 0, "clip_gradients: max_norm must be positive, got ", max_norm);
  std::vector<Tensor> grads;
  for (const Variable& parameter : parameters) grads.push_back(parameter.grad());
  const std::vector<Slice> slices = slices_of_defined(grads);
  std::vector<double> partial(slices.size());
  for_each_slice(slices, [&](const Slice& slice, std::size_t i) {
    const real* grad = grads[slice.tensor].data();
    partial[i] = sum_of_squares(grad + slice.begin, slice.end - slice.begin);
  });
  double sum = 0.0;
  for (const double part : partial) sum += part;
  const double norm = std::sqrt(sum);
  if (!std::isfinite(norm) || norm <= max_norm) return norm;
  const double factor = max_norm / norm;
  for_each_slice(slices, [&](const Slice& slice, std::size_t) {
    real* grad = grads[slice.tensor].data();
    for (index_t i = slice.begin; i < slice.end; ++i)
      grad[i] = static_cast<real>(factor * static_cast<double>(grad[i]));
  });
  return norm;
}

std::optional<std::string> find_nonfinite(std::span<const std::string> names,
                                          std::span<const Tensor> tensors) {
  require<ValueError>(names.size() == tensors.size(), "find_nonfinite: ", tensors.size(),
                      " tensors need as many names, got ", names.size());
  const std::vector<Slice> slices = slices_of_defined(tensors);
  std::vector<char> finite(slices.size());
  for_each_slice(slices, [&](const Slice& slice, std::size_t i) {
    const real* x = tensors[slice.tensor].data();
    finite[i] = is_finite(x + slice.begin, slice.end - slice.begin) ? 1 : 0;
  });
  for (std::size_t i = 0; i < slices.size(); ++i)
    if (finite[i] == 0) return names[slices[i].tensor];
  return std::nullopt;
}

}  // namespace pj
