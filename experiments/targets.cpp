#include "experiments/targets.h"

#include <cmath>
#include <numbers>

#include "pj/core/join.h"
#include "pj/position/scalar_kernels.h"

namespace pj {
namespace {

constexpr double kDamping = 0.1;

/// A lag in the coordinates targets are made of.
struct Lag {
  double d, x, beta, eta, w, phi;
};

double light_cone(const Lag& l) {
  return std::cos(l.w * l.phi) * (1 + 0.4 * l.beta + 0.2 * l.beta * l.beta);
}

struct Row {
  Target target;
  double (*value)(const Lag&);
};

const std::vector<Row>& rows() {
  static const std::vector<Row> kRows = {
      {{"phase", Sector::kFj, 0}, [](const Lag& l) { return std::cos(l.w * l.d); }},
      {{"linear", Sector::kAffine}, [](const Lag& l) { return l.x; }},
      {{"first_jet", Sector::kFj, 1}, [](const Lag& l) { return l.x * std::cos(l.w * l.d); }},
      {{"second_jet", Sector::kFj, 2},
       [](const Lag& l) { return l.x * l.x * jet_decay(l.x, kDamping) * std::cos(l.w * l.d); }},
      {{"third_jet", Sector::kFj, 3},
       [](const Lag& l) {
         return l.x * l.x * l.x * jet_decay(l.x, kDamping) * std::cos(l.w * l.d);
       }},
      {{"recency_weak_jet", Sector::kAffine},
       [](const Lag& l) { return -0.4 * l.x + 0.15 * l.x * l.x * std::cos(l.w * l.d); }},
      {{"lc_core", Sector::kLc}, light_cone},
      {{"lc_affine", Sector::kLc}, [](const Lag& l) { return light_cone(l) - 0.25 * l.eta; }},
  };
  return kRows;
}

const Row& find_row(std::string_view name) {
  for (const Row& row : rows())
    if (row.target.name == name) return row;
  throw UsageError(
      message("target: must be one of ", join(target_names(), ", "), ", got '", name, "'"));
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = [] {
    std::vector<Target> all;
    for (const Row& row : rows()) all.push_back(row.target);
    return all;
  }();
  return kTargets;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Target& target : targets()) names.push_back(target.name);
  return names;
}

const Target& find_target(std::string_view name) { return find_row(name).target; }

double target_value(std::string_view name, double lag, double train_len, double omega) {
  return find_row(name).value({.d = lag,
                               .x = train_lengths(lag, train_len),
                               .beta = lightcone_amplitude(lag, train_len),
                               .eta = rapidity(lag, train_len),
                               .w = omega,
                               .phi = lightcone_phase(lag, train_len)});
}

std::vector<double> target_values(std::string_view name, index_t num_lags, double train_len,
                                  double omega) {
  std::vector<double> values;
  for (index_t d = 0; d < num_lags; ++d)
    values.push_back(target_value(name, static_cast<double>(d), train_len, omega));
  return values;
}

double cycles_to_omega(double cycles, double train_len) {
  return 2 * std::numbers::pi * cycles / train_len;
}

}  // namespace pj
