#pragma once

#include "pj/tensor/tensor.h"
#include "testing/golden.h"

namespace pj::testing {

/// {"shape": [...], "data": [...]} as a tensor.
inline Tensor golden_tensor(const nlohmann::json& json) {
  const auto sizes = json["shape"].get<std::vector<index_t>>();
  const auto data = json["data"].get<std::vector<double>>();
  return Tensor::from(Shape(std::span<const index_t>(sizes)),
                      std::vector<real>(data.begin(), data.end()));
}

/// Largest difference from measured numbers, relative to the largest of them; NaN if one is.
inline double golden_error(const Tensor& ours, const nlohmann::json& json) {
  const auto wanted = json["data"].get<std::vector<double>>();
  REQUIRE(static_cast<index_t>(wanted.size()) == ours.size());
  double scale = 1e-300, worst = 0.0;
  for (const double value : wanted) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double error = std::abs(static_cast<double>(ours.values()[i]) - wanted[i]) / scale;
    if (!(error <= worst)) worst = error;
    if (std::isnan(error)) return error;
  }
  return worst;
}

}  // namespace pj::testing
