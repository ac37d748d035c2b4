#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pj/position/coordinates.h"
#include "pj/tensor/lapack.h"

namespace pj {

/// A span of kernels of the lag: the jets of one oscillating sector, an affine coordinate, or both.
struct KernelBasis {
  std::string name;
  std::string label = "";  ///< as a table prints it
  enum class Jets { kNone, kFj, kLc } jets = Jets::kNone;
  int max_order = 0;               ///< orders 0..max_order, a cosine and a sine each
  double damping = 0.0;            ///< of kFj, per train length
  std::optional<Rho> affine = {};  ///< the affine coordinate, if it is in the basis

  /// Number of kernels, the intercept not counted.
  index_t size() const;

  /// The kernels at one lag: all cosines of orders 0.., then all sines, then the affine coordinate.
  std::vector<double> at(double lag, double train_len, double omega) const;
};

/// How well a fit meets a target over some lags.
struct FitQuality {
  double mse = 0.0;
  double r2 = 0.0;  ///< 1 - squared error / squared distance of the target from its mean
};

/// Least squares of targets over lags 0..L-1, evaluated over any number of lags.
///
/// Columns are standardised with mean and sample deviation of the train lags and an intercept is
/// appended, in double. So a column's scale (1 / r! of a jet) changes nothing.
class LagFit {
 public:
  /// `targets[k]` holds L = train_len values. Throws ShapeError for another number.
  LagFit(const KernelBasis& basis, index_t train_len, double omega,
         std::span<const std::vector<double>> targets);

  /// Of the standardised design with its intercept.
  double condition_number() const { return condition_number_; }

  /// The fitted function of target k at lags 0..num_lags-1.
  std::vector<double> predict(std::size_t k, index_t num_lags) const;

 private:
  KernelBasis basis_;
  index_t train_len_;
  double omega_;
  std::vector<double> mean_, deviation_;  // of each column over the train lags
  LeastSquares fit_;
  double condition_number_;
};

/// Throws ShapeError if the lengths differ.
FitQuality fit_quality(std::span<const double> values, std::span<const double> target);

}  // namespace pj
