#include "experiments/query_task.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/targets.h"
#include "pj/core/join.h"
#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr std::string_view kAffine = "affine", kLinear = "linear";
constexpr double kAffineSlope = 0.4;

double kernel(const QueryTeacher& teacher, double lag) {
  if (teacher.target == kAffine)
    return affine_kernel(lag, teacher.train_len, kAffineSlope, Rho::kLinear);
  return target_value(teacher.target, lag, teacher.train_len,
                      cycles_to_omega(teacher.cycles, teacher.train_len));
}

/// weights / ||weights||.
void normalise(std::vector<double>& weights) {
  const double norm =
      std::sqrt(std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0));
  for (double& w : weights) w /= norm;
}

/// softmax(lambda weights).
void sharpen(std::vector<double>& weights, double lambda) {
  const double top = *std::max_element(weights.begin(), weights.end());
  for (double& w : weights) w = std::exp(lambda * (w - top));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& w : weights) w /= sum;
}

}  // namespace

std::vector<std::string> teacher_rules() { return {"signed", "attention"}; }

std::vector<std::string> teacher_targets() {
  std::vector<std::string> names = target_names();
  std::replace(names.begin(), names.end(), std::string(kLinear), std::string(kAffine));
  return names;
}

Sector teacher_sector(std::string_view target) {
  return target == kAffine ? Sector::kAffine : find_target(target).sector;
}

int teacher_order(std::string_view target) {
  return target == kAffine ? -1 : find_target(target).top_order;
}

std::vector<double> teacher_weights(const QueryTeacher& teacher, index_t seq_len) {
  require<ValueError>(seq_len >= 2, "query teacher: needs a bit and a query, got ", seq_len,
                      " tokens");
  std::vector<double> weights;
  for (index_t lag = seq_len - 1; lag >= 1; --lag)
    weights.push_back(kernel(teacher, static_cast<double>(lag)));
  if (teacher.rule == "signed")
    normalise(weights);
  else if (teacher.rule == "attention")
    sharpen(weights, teacher.lambda);
  else
    throw UsageError(message("query teacher: must be one of ", join(teacher_rules(), ", "),
                             ", got '", teacher.rule, "'"));
  return weights;
}

double entropy_of(const std::vector<double>& weights) {
  double entropy = 0.0;
  for (const double w : weights)
    if (w > 0) entropy -= w * std::log(w);
  return entropy;
}

QueryBatch draw_query_batch(const std::vector<double>& weights, index_t batch,
                            bool median_threshold, Stream stream) {
  QueryBatch drawn;
  std::vector<double> votes;
  for (index_t b = 0; b < batch; ++b) {
    double& vote = votes.emplace_back(0.0);
    for (const double w : weights) {
      const bool bit = stream.below(2) == 1;
      vote += bit ? w : -w;
      drawn.tokens.push_back(bit ? 1 : 0);
    }
    drawn.tokens.push_back(kQueryToken);
  }
  double threshold = 0.0;
  if (median_threshold) {
    std::vector<double> sorted = votes;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    threshold = *middle;
  }
  for (const double vote : votes) drawn.labels.push_back(vote > threshold ? 1 : 0);
  return drawn;
}

}  // namespace pj
